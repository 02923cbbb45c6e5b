/** A value with further fields, each made when it is first read and then kept. */
export function withOnce<T extends object, D extends object>(value: T, make: { [K in keyof D]: () => D[K] }): T & D {
  const whole = { ...value };
  for (const key of Object.keys(make) as (keyof D & string)[]) {
    const get = () => {
      const made = make[key]();
      Object.defineProperty(whole, key, { value: made, enumerable: true });
      return made;
    };
    Object.defineProperty(whole, key, { get, configurable: true, enumerable: true });
  }
  return whole as T & D;
}
