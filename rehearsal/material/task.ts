/** What the realistic designs are designs of: the arguments of a run. */
export const MATERIAL_TASK = {
  topic: "Ferry booking and payment",
  task: [
    "Design the booking and payment system of a ferry line with 14 ships on 9 routes. Passengers book seats, cabins and metres of car lane on the web, in the app and at 38 harbour desks.",
    "A normal day has 21,000 bookings of $84 on average; the first hour of the summer sale has 46,000. The system of today stood still for 71 minutes in the last sale, and in one year the line paid back $212,400 for 1,340 car places that had been sold twice.",
    "Five engineers build it and run it. They have nine months, at most $9,400 a month for what runs, and cards are charged by an outside payment provider at 1.4 % + $0.25 a payment.",
  ].join("\n\n"),
  requirements: [
    "No place is sold twice: a seat, a cabin or a metre of car lane has at most one paid booking for each sailing.",
    "A hold lasts 12 minutes; then its places are free again within 30 seconds, without anybody's help.",
    "A payment is taken exactly once, also when the customer presses twice or the provider's answer is lost.",
    "Refunds follow the fare: 100 % up to 14 days before departure, 50 % up to 48 hours, then nothing; a refund above $2,000 needs the approval of a second person.",
    "When a sailing is cancelled, every passenger is told within 15 minutes and is offered the next two sailings or the money back.",
    "A harbour desk goes on selling and checking in for 4 hours without a connection.",
    "Every change of a booking can be traced for 7 years: who, when, the old value and the new one.",
  ],
  constraints: [
    "PostgreSQL is the only database; the two administrators know no other.",
    "Card numbers never reach the line's own servers.",
    "All that runs costs at most $9,400 a month, the payment provider's fees aside.",
  ],
  non_functional_requirements: [
    "95 of 100 searches for free places are answered within 300 ms at 900 searches a second.",
    "When a data centre is lost, bookings go on within 10 minutes and no paid booking is lost.",
  ],
};
