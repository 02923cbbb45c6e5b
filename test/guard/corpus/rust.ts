import { changed, editsIn } from "./edit.ts";

const SLUG = `//! Slugs of titles.

/// Makes a slug.
///
/// \`\`\`
/// assert_eq!(slug::slug("A b"), "a-b");
/// \`\`\`
pub fn slug(title: &str) -> String {
    assert!(!title.is_empty(), "a title is needed");
    let pattern = r#"// " no comment "#;
    title
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .filter(|c| !pattern.contains(*c) || *c != '"')
        .collect()
}

fn shout(text: &str) -> String {
    text.to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_become_lines() {
        assert_eq!(slug("a b"), "a-b");
        assert_eq!(slug("a  b"), "a--b");
    }
}
`;

const LAST = `        assert_eq!(slug("a  b"), "a--b");\n    }\n`;
const ONE_TEST = `${LAST}
    #[test]
    fn letters_become_small() {
        assert_eq!(slug("AB"), "ab");
    }
`;

export const rustEdits = editsIn("rust", {
  "one test": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [LAST, ONE_TEST]),
    { is: "test", green: "allowed", note: "in the same file as what it tests" },
  ],
  "test and implementation": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [LAST, ONE_TEST], [".collect()", ".take(80)\n        .collect()"]),
    { is: "mixed", green: "refused", note: "a test, and a bound that it does not ask for" },
  ],
  "test outside of the tests": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [
      "fn shout(text: &str)",
      `pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn shout(text: &str)`,
    ]),
    { is: "implementation", green: "refused", note: "a feature" },
  ],
  "assertion deleted": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [`        assert_eq!(slug("a  b"), "a--b");\n`, ""]),
    { is: "check_removed", green: "refused", note: "a test holds less" },
  ],
  "validation deleted": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [`    assert!(!title.is_empty(), "a title is needed");\n`, ""]),
    { is: "check_removed", green: "refused", note: "an assertion of what is built" },
  ],
  "doctest changed": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [`/// assert_eq!(slug::slug("A b"), "a-b");`, `/// assert!(slug::slug("A b").len() > 0);`]),
    { is: "check_removed", green: "refused", note: "a comment that is run as a test, weakened" },
  ],
  comments: [
    "src/slug.rs",
    SLUG,
    changed(SLUG, ["    let pattern = r#", "    // What may not stand in it. /* not nested */\n    let pattern = r#"]),
    { is: "comments", green: "allowed", note: "beside a raw string with a quote in it" },
  ],
  "raw string": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, [`// " no comment "#`, `// " comment "#`]),
    { is: "implementation", green: "refused", note: "what looks like a comment is a string" },
  ],
  "dead code deleted": [
    "src/slug.rs",
    SLUG,
    changed(SLUG, ["fn shout(text: &str) -> String {\n    text.to_uppercase()\n}\n\n", ""]),
    { is: "deletion", green: "allowed", note: "a function that nothing names" },
  ],
  rename: [
    "src/slug.rs",
    SLUG,
    changed(SLUG, ["|c| if c.is_alphanumeric() { c.to", "|letter| if letter.is_alphanumeric() { letter.to"]),
    { is: "refactoring", green: "allowed", note: "a name of a closure" },
  ],
});
