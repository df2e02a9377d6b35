// Open a table, keep the seat that one gets there, and go to it.
import { keepSeat, post } from "../basics/api.js";
import { language } from "../basics/words.js";

export async function sitDown(order) {
  const { table, seat, token, withdrawal, invites } = await post("/api/tables", { language, ...order });
  if (token) keepSeat(table, { seat, token, invites, code: withdrawal, withdrawal: order.consent ? withdrawal : null });
  location.href = `/table/${table}`;
}
