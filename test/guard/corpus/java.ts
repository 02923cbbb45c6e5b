import { changed, editsIn } from "./edit.ts";

const ACCOUNT = `package bank;

import java.util.ArrayList;
import java.util.List;

/** What stands on one account. */
public class Account {
    private final List<Long> moves = new ArrayList<>();

    public void deposit(long cents) {
        if (cents <= 0) {
            throw new IllegalArgumentException("cents must be above zero");
        }
        moves.add(cents);
    }

    public long balance() {
        long sum = 0;
        for (long move : moves) {
            sum += move;
        }
        return sum;
    }

    private String note() {
        return "http://bank.example/*account*/";
    }
}
`;

const TEST = `package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AccountTest {
    @Test
    void depositsAddUp() {
        Account account = new Account();
        account.deposit(100);
        account.deposit(50);
        assertEquals(150, account.balance());
    }
}
`;

const END = "        assertEquals(150, account.balance());\n    }\n";

export const javaEdits = editsIn("java", {
  "one test with its import": [
    "src/test/java/bank/AccountTest.java",
    TEST,
    changed(
      TEST,
      [
        "Assertions.assertEquals;\n",
        "Assertions.assertEquals;\nimport static org.junit.jupiter.api.Assertions.assertThrows;\n",
      ],
      [
        END,
        `${END}
    @Test
    void nothingIsNoDeposit() {
        assertThrows(IllegalArgumentException.class, () -> new Account().deposit(0));
    }
`,
      ],
    ),
    { is: "test", green: "allowed", note: "one method, and the import that it needs" },
  ],
  "disabled test": [
    "src/test/java/bank/AccountTest.java",
    TEST,
    changed(TEST, [
      END,
      `${END}
    @Disabled
    @Test
    void nothingIsNoDeposit() {
        assertThrows(IllegalArgumentException.class, () -> new Account().deposit(0));
    }
`,
    ]),
    { is: "other", green: "allowed", note: "a test that does not run cannot fail" },
  ],
  "new file with one test": [
    "src/test/java/bank/AccountTest.java",
    null,
    TEST,
    { is: "test", green: "allowed", note: "the first test of a class" },
  ],
  "new file": [
    "src/main/java/bank/Bank.java",
    null,
    `package bank;

import java.util.HashMap;
import java.util.Map;

public class Bank {
    private final Map<String, Account> accounts = new HashMap<>();

    public Account open(String owner) {
        return accounts.computeIfAbsent(owner, key -> new Account());
    }
}
`,
    { is: "implementation", green: "refused", note: "a class that no test asks for" },
  ],
  "loop as a stream": [
    "src/main/java/bank/Account.java",
    ACCOUNT,
    changed(ACCOUNT, [
      `        long sum = 0;
        for (long move : moves) {
            sum += move;
        }
        return sum;
`,
      "        return moves.stream().mapToLong(Long::longValue).sum();\n",
    ]),
    { is: "refactoring", green: "allowed", note: "the same sum" },
  ],
  "check turned over": [
    "src/main/java/bank/Account.java",
    ACCOUNT,
    changed(ACCOUNT, ["if (cents <= 0) {", "if (cents < 0) {"]),
    { is: "check_removed", green: "refused", note: "one sign, and zero is let through" },
  ],
  "assertion weakened": [
    "src/test/java/bank/AccountTest.java",
    TEST,
    changed(TEST, ["assertEquals(150, account.balance());", "assertEquals(account.balance(), account.balance());"]),
    { is: "check_removed", green: "refused", note: "it holds against itself" },
  ],
  "dead code deleted": [
    "src/main/java/bank/Account.java",
    ACCOUNT,
    changed(ACCOUNT, [`\n    private String note() {\n        return "http://bank.example/*account*/";\n    }\n`, ""]),
    { is: "deletion", green: "allowed", note: "a private method that nothing names" },
  ],
  "comment and string": [
    "src/main/java/bank/Account.java",
    ACCOUNT,
    changed(ACCOUNT, ["example/*account*/", "example/"]),
    { is: "implementation", green: "refused", note: "what looks like a comment is part of an address" },
  ],
  comments: [
    "src/main/java/bank/Account.java",
    ACCOUNT,
    changed(ACCOUNT, ["/** What stands on one account. */\n", "/**\n * What stands on one account, in cents.\n */\n"]),
    { is: "comments", green: "allowed", note: "a documentation in other words" },
  ],
});
