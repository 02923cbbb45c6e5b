import { expect, test } from "bun:test";
import { writerOf } from "../../src/host/shell-writes.ts";
import { processorTime } from "../support/processor.ts";

test.each([
  ["sed -i 's/a/b/' src/queue.ts", "sed"],
  ["sed -i.bak -e s/a/b/ src/queue.ts && bun test", "sed"],
  ["cat src/queue.ts | sed --in-place s/a/b/ src/queue.ts", "sed"],
  ["echo 'export const a = 1;' > src/queue.ts", "echo"],
  ["echo a>src/queue.ts", "echo"],
  ["cat > src/queue.ts <<'EOF'\nconst a = b > c; rm -rf x && sed -i y\nEOF", "cat"],
  ["cat <<EOF >> src/queue.ts\na\nEOF\nbun test", "cat"],
  ["printf 'a' | tee src/queue.ts", "tee"],
  ["sudo /usr/bin/tee -a src/queue.ts < x", "tee"],
  ["cd src && git checkout -- queue.ts", "git"],
  ["FORCE=1 perl -pi -e 's/a/b/' src/*.ts", "perl"],
  ["python3 fix.py", "python3"],
  ["cd src && python3 fix.py", "python3"],
  ["bun test > out.txt 2>&1", "bun"],
  ["mv a.ts src/queue.ts; ls", "mv"],
  ["bun run build &> out.txt", "bun"],
  ["sed 's/ -i/x/' a.ts > src/queue.ts", "sed"],
  ["cat <<-'END' > src/a.ts; grep x y\n\ta > b\n\tEND\nls", "cat"],
])("%s wrote with %s", (command, program) => {
  expect(writerOf(command)).toBe(program);
});

test.each([
  "python3 fix.py && bun test",
  "echo a > src/a.ts && cp src/a.ts src/b.ts",
  "git status && npx prettier --write src",
  "ls 2>/dev/null; make all",
  "",
  "$(program) x",
  "for f in src/*; do x $f; done",
])("of %s nobody says which program wrote", (command) => {
  expect(writerOf(command)).toBeNull();
});

test("a command of any length is read in time that grows with it", () => {
  for (const each of ["<<a\n", '"', "'x", ">", "a<<b\nc\n", "sed -", "\\", "2>&1 ", "x=1 "]) {
    const at = processorTime();
    writerOf(each.repeat(200_000));
    expect(processorTime() - at).toBeLessThan(3_000);
  }
});
