import { expect, test } from "bun:test";
import { classifyCommand, writerOf } from "../../src/host/shell-writes.ts";
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

test.each([
  ["echo x > junit.xml", { does: "writes", program: "echo" }],
  ["cd reports && cp a.xml b.xml", { does: "writes", program: "cp" }],
  ["mkdir -p r; cat <<E > r/a.xml\n$x bun test\nE", { does: "writes", program: "cat" }],
  ["cat a.xml | sed s/a/b/ | tee junit.xml", { does: "writes", program: "tee" }],
  ["sed -i s/a/b/ junit.xml; touch junit.xml", { does: "writes", program: null }],
  ["ls -la && cat junit.xml | grep fail", { does: "looks" }],
  ["chmod 644 junit.xml", { does: "looks" }],
  ["node --test | tee junit.xml", { does: "runs" }],
  ["bun test > junit.xml", { does: "runs" }],
  ["npm test; cp out.xml junit.xml", { does: "runs" }],
  ['echo "$(bun test)" > junit.xml', { does: "runs" }],
  ["perl -e 'x'", { does: "runs" }],
  ["bash -c 'echo x > junit.xml'", { does: "runs" }],
  ["", { does: "runs" }],
] as const)("%s is told by whether it can run tests", (command, use) => {
  expect(classifyCommand(command)).toEqual(use);
});

test("a command of any length is read in time that grows with it", () => {
  for (const each of ["<<a\n", '"', "'x", ">", "a<<b\nc\n", "sed -", "\\", "2>&1 ", "x=1 "]) {
    const at = processorTime();
    writerOf(each.repeat(200_000));
    expect(processorTime() - at).toBeLessThan(3_000);
  }
});
