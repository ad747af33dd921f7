import { Order } from "effect"

/** UTF-8 byte order, as `COLLATE "C"`; JavaScript's own order differs beyond the basic plane. */
export const binaryOrder = Order.make<string>((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
