/**
 * Whether a file of that name, in small letters, holds environment variables: what OpenCode itself shows to nobody without
 * asking (*.env, *.env.*), copies that editors make of it, and .envrc. An example holds no secret.
 */
export const isSecretName = (name: string): boolean =>
  !name.endsWith(".env.example") && (/\.env(?:[.~]|$)/u.test(name) || /^\.env(?:rc)?(?![\p{L}\p{N}])/u.test(name));
