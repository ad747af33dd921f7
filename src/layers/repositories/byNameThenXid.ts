import { Order } from "effect"
import { binaryOrder } from "../memory/binaryOrder.ts"

interface Named {
  readonly name: string
  readonly xid: string
}

/** By name then external id, both in binary order. */
export const byNameThenXid = Order.combine(
  Order.mapInput(binaryOrder, ({ name }: Named) => name),
  Order.mapInput(binaryOrder, ({ xid }) => xid)
)
