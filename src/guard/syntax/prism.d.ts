declare module "@ruby/prism/src/prism.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: it is how a bundler hands a file over
  export default path;
}
