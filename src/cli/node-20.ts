/** What Node.js 20 lacks of the language. */
if (!("groupBy" in Map)) {
  Object.defineProperty(Map, "groupBy", {
    value<K, T>(items: Iterable<T>, keyOf: (item: T, at: number) => K): Map<K, T[]> {
      const groups = new Map<K, T[]>();
      let at = 0;
      for (const item of items) {
        const key = keyOf(item, at++);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [item]);
        else group.push(item);
      }
      return groups;
    },
  });
}
