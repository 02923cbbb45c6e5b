import { changed, editsIn } from "./edit.ts";

const CART = `# frozen_string_literal: true

require "json"

class Cart
  attr_reader :lines

  def initialize
    @lines = []
  end

  def add(name, price)
    raise ArgumentError, "a price is needed" if price.nil?

    @lines << { name: name, price: price }
  end

  def total
    @lines.sum { |line| line[:price] }
  end

  def usage
    <<~TEXT
      cart add NAME PRICE
      # prices are in cents
    TEXT
  end

  def legacy_total
    @lines.map { |line| line[:price] }.inject(0, :+)
  end
end
`;

const SPEC = `require "cart"

RSpec.describe Cart do
  subject(:cart) { described_class.new }

  it "adds up prices" do
    cart.add("tea", 300)
    cart.add("milk", 120)
    expect(cart.total).to eq(420)
  end
end
`;

export const rubyEdits = editsIn("ruby", {
  "one test": [
    "spec/cart_spec.rb",
    SPEC,
    changed(SPEC, [
      "to eq(420)\n  end\n",
      `to eq(420)
  end

  it "is worth nothing when it is empty" do
    expect(cart.total).to eq(0)
  end
`,
    ]),
    { is: "test", green: "allowed", note: "one example of RSpec" },
  ],
  "test with a helper": [
    "spec/cart_spec.rb",
    SPEC,
    changed(SPEC, [
      "to eq(420)\n  end\n",
      `to eq(420)
  end

  def fill(count)
    count.times { |n| cart.add("tea", n) }
  end

  it "takes many lines" do
    fill(100)
    expect(cart.lines.size).to eq(100)
  end
`,
    ]),
    { is: "test", green: "allowed", note: "a test and a helper with logic: for a verifier to see" },
  ],
  "test skipped": [
    "spec/cart_spec.rb",
    SPEC,
    changed(SPEC, [`  it "adds up prices" do`, `  xit "adds up prices" do`]),
    { is: "check_removed", green: "refused", note: "the test no longer runs" },
  ],
  "heredoc changed": [
    "lib/cart.rb",
    CART,
    changed(CART, ["      # prices are in cents\n", "      # prices are in euros\n"]),
    { is: "implementation", green: "refused", note: "what looks like a comment is text that is printed" },
  ],
  "magic comment": [
    "lib/cart.rb",
    CART,
    changed(CART, ["# frozen_string_literal: true\n\n", ""]),
    { is: "implementation", green: "refused", note: "a comment that changes what strings may do" },
  ],
  comments: [
    "lib/cart.rb",
    CART,
    changed(CART, ["  def total\n", "  # In cents.\n  def total\n"]),
    { is: "comments", green: "allowed", note: "one comment" },
  ],
  "validation deleted": [
    "lib/cart.rb",
    CART,
    changed(CART, [`    raise ArgumentError, "a price is needed" if price.nil?\n\n`, ""]),
    { is: "check_removed", green: "refused", note: "a guard goes" },
  ],
  "extracted method": [
    "lib/cart.rb",
    CART,
    changed(
      CART,
      ["    @lines.sum { |line| line[:price] }\n", "    prices.sum\n"],
      [
        "[:price] }.inject(0, :+)\n  end\n",
        "[:price] }.inject(0, :+)\n  end\n\n  private\n\n  def prices\n    @lines.map { |line| line[:price] }\n  end\n",
      ],
    ),
    { is: "refactoring", green: "allowed", note: "the same sum by a method of its own" },
  ],
  "dead code deleted": [
    "lib/cart.rb",
    CART,
    changed(CART, ["\n  def legacy_total\n    @lines.map { |line| line[:price] }.inject(0, :+)\n  end\n", ""]),
    { is: "deletion", green: "allowed", note: "a method that nothing in its file names" },
  ],
  feature: [
    "lib/cart.rb",
    CART,
    changed(CART, ["  def usage\n", "  def to_json(*args)\n    JSON.generate(@lines, *args)\n  end\n\n  def usage\n"]),
    { is: "implementation", green: "refused", note: "a method that no test asks for" },
  ],
});
