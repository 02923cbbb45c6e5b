import { changed, editsIn } from "./edit.ts";

const LIMIT = `package limit

import (
	"errors"
	"time"
)

// ErrLimit says that too many came.
var ErrLimit = errors.New("limit: too many")

type Limiter struct {
	max  int
	seen []time.Time
}

func New(max int) (*Limiter, error) {
	if max < 1 {
		return nil, errors.New("limit: max must be at least 1")
	}
	return &Limiter{max: max}, nil
}

func (l *Limiter) Allow(at time.Time) error {
	if len(l.seen) >= l.max {
		return ErrLimit
	}
	l.seen = append(l.seen, at)
	return nil
}

func double(n int) int {
	return n * 2
}
`;

const TEST = `package limit

import (
	"testing"
	"time"
)

func TestNew(t *testing.T) {
	tests := []struct {
		name string
		max  int
		ok   bool
	}{
		{"one", 1, true},
		{"none", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := New(tt.max)
			if (err == nil) != tt.ok {
				t.Fatalf("New(%d): %v", tt.max, err)
			}
		})
	}
}
`;

export const goEdits = editsIn("go", {
  "one row of a table": [
    "limit/limit_test.go",
    TEST,
    changed(TEST, [`		{"none", 0, false},\n`, `		{"none", 0, false},\n		{"below", -1, false},\n`]),
    { is: "test", green: "allowed", note: "one more case" },
  ],
  "two rows of a table": [
    "limit/limit_test.go",
    TEST,
    changed(TEST, [
      `		{"none", 0, false},\n`,
      `		{"none", 0, false},\n		{"below", -1, false},\n		{"many", 9, true},\n`,
    ]),
    { is: "tests", green: "refused", note: "two more cases" },
  ],
  "one test": [
    "limit/limit_test.go",
    TEST,
    `${TEST}
func TestAllow(t *testing.T) {
	l, _ := New(1)
	if err := l.Allow(time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := l.Allow(time.Now()); err != ErrLimit {
		t.Fatalf("want ErrLimit, got %v", err)
	}
}
`,
    { is: "test", green: "allowed", note: "one function" },
  ],
  "row removed": [
    "limit/limit_test.go",
    TEST,
    changed(TEST, [`		{"none", 0, false},\n`, ""]),
    { is: "check_removed", green: "refused", note: "a case of a table is a test" },
  ],
  "build tag": [
    "limit/limit.go",
    LIMIT,
    `//go:build linux\n\n${LIMIT}`,
    { is: "implementation", green: "refused", note: "a comment that decides where the file is built" },
  ],
  comments: [
    "limit/limit.go",
    LIMIT,
    changed(LIMIT, ["func New(", "// New makes a limiter that lets max through.\nfunc New("]),
    { is: "comments", green: "allowed", note: "a documentation" },
  ],
  feature: [
    "limit/limit.go",
    LIMIT,
    `${LIMIT}
// Reset forgets all.
func (l *Limiter) Reset() {
	l.seen = nil
}
`,
    { is: "implementation", green: "refused", note: "a method that no test asks for" },
  ],
  "moved function": [
    "limit/limit.go",
    LIMIT,
    changed(
      LIMIT,
      ["\nfunc double(n int) int {\n	return n * 2\n}\n", ""],
      ["func New(", "func double(n int) int {\n	return n * 2\n}\n\nfunc New("],
    ),
    { is: "refactoring", green: "allowed", note: "the same function higher up" },
  ],
  "dead code deleted": [
    "limit/limit.go",
    LIMIT,
    changed(LIMIT, ["\nfunc double(n int) int {\n	return n * 2\n}\n", ""]),
    { is: "deletion", green: "allowed", note: "a function that nothing names" },
  ],
  formatting: [
    "limit/limit.go",
    LIMIT,
    changed(
      LIMIT,
      ["	max  int\n", "	max int\n"],
      ["return &Limiter{max: max}, nil", "return &Limiter{\n		max: max,\n	}, nil"],
    ),
    { is: "formatting", green: "allowed", note: "another alignment, and a literal over lines" },
  ],
});
