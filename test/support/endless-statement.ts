import { Database } from "bun:sqlite";
import { watchStatements } from "../../src/store/statement-watch.ts";

/** A statement that never ends, as a hostile queue has one. */
const watch = await watchStatements();
console.log(process.pid);
watch(() =>
  new Database(":memory:")
    .query("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c")
    .get(),
);
