import { changed, editsIn } from "./edit.ts";

const PRICES = `"""Prices of orders."""

from decimal import Decimal

RATE = Decimal("0.19")


def gross(net, rate=RATE):
    """Adds the tax.

    >>> gross(Decimal("100"))
    Decimal('119.00')
    """
    if net < 0:
        raise ValueError("net must not be below zero")
    return net + net * rate


def _old_gross(net):
    return net * 119 / 100


def total(orders):
    amount = Decimal(0)
    for order in orders:
        amount += gross(order["net"])
    return amount
`;

const TEST = `from decimal import Decimal

import pytest

from shop.prices import gross, total


def test_gross_adds_the_tax():
    assert gross(Decimal("100")) == Decimal("119")


def test_gross_refuses_what_is_below_zero():
    with pytest.raises(ValueError):
        gross(Decimal("-1"))
`;

export const pythonEdits = editsIn("python", {
  "one test": [
    "tests/test_prices.py",
    TEST,
    `${TEST}

def test_total_of_nothing_is_zero():
    assert total([]) == 0
`,
    { is: "test", green: "allowed", note: "one function of pytest" },
  ],
  "table of tests": [
    "tests/test_prices.py",
    TEST,
    `${TEST}

@pytest.mark.parametrize("net, expected", [(0, 0), (100, 119), (200, 238)])
def test_gross_of(net, expected):
    assert gross(Decimal(net)) == expected
`,
    { is: "tests", green: "refused", note: "one function, three tests" },
  ],
  "assertion weakened": [
    "tests/test_prices.py",
    TEST,
    changed(TEST, [`== Decimal("119")`, "is not None"]),
    { is: "check_removed", green: "refused", note: "still a test, and holds nothing" },
  ],
  "validation deleted": [
    "shop/prices.py",
    PRICES,
    changed(PRICES, [`    if net < 0:\n        raise ValueError("net must not be below zero")\n`, ""]),
    { is: "check_removed", green: "refused", note: "a guard goes" },
  ],
  "doctest changed": [
    "shop/prices.py",
    PRICES,
    changed(PRICES, [`    >>> gross(Decimal("100"))\n    Decimal('119.00')\n`, ""]),
    { is: "check_removed", green: "refused", note: "a documentation that is run as a test" },
  ],
  "indentation changed": [
    "shop/prices.py",
    PRICES,
    changed(PRICES, [`order["net"])\n    return amount`, `order["net"])\n        return amount`]),
    { is: "implementation", green: "refused", note: "nothing but white space, and it returns after the first order" },
  ],
  comments: [
    "shop/prices.py",
    PRICES,
    changed(PRICES, [`RATE = Decimal("0.19")`, `# Of Germany, since 2007.\nRATE = Decimal("0.19")  # noqa: S101`]),
    { is: "comments", green: "allowed", note: "two comments" },
  ],
  "annotations that run": [
    "shop/prices.py",
    PRICES,
    changed(PRICES, ["def total(orders):", "def total(orders: list[dict]) -> Decimal:"]),
    { is: "annotations", green: "allowed", note: "Python evaluates them: code cannot be sure" },
  ],
  "dead code deleted": [
    "shop/prices.py",
    PRICES,
    changed(PRICES, ["def _old_gross(net):\n    return net * 119 / 100\n\n\n", ""]),
    { is: "deletion", green: "allowed", note: "a function that nothing names" },
  ],
  "debug script": [
    "scripts/look.py",
    null,
    `import json
import sys

from shop.prices import total

print(total(json.load(sys.stdin)))
`,
    { is: "other", green: "allowed", note: "a script to look at something, no part of what is built" },
  ],
});
