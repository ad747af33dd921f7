import { DateTime } from "effect"
import { actionXid } from "../../src/demo/demoActions.ts"
import { demoWithoutCities } from "./datasets/demoWithoutCities.ts"
import { messageXid } from "../../src/demo/demoMessages.ts"
import { workspaces } from "../../src/demo/demoWorkspaces.ts"
import type { SubjectColumns } from "../../src/domain/collaboration/Comment.ts"

export const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")

/** The demo data, which has comments, reactions and attention items. */
export const dataset = demoWithoutCities(now)

/** Minute `n` from now. */
export const at = (n: number) => DateTime.add(now, { minutes: n })

export const workspaceId = workspaces["ws-a-main"].id
export const otherWorkspaceId = workspaces["ws-a-second"].id

type Columns = { readonly [Name in keyof typeof SubjectColumns]: (typeof SubjectColumns)[Name]["Type"] }

const found = <A>(row: A | undefined): A => {
  if (row === undefined) throw new Error("The demo data has no such row")
  return row
}

/** The columns of a comment on an Action of the demo data. */
export const onAction = (name: string): Columns => ({
  actionId: found(dataset.actions.find(({ xid }) => xid === actionXid(name))).id,
  messageId: null
})

/** The columns of a comment on a message of the demo data. */
export const onMessage = (name: string): Columns => ({
  actionId: null,
  messageId: found(dataset.messages.find(({ xid }) => xid === messageXid(name))).id
})

/** The row id of a message of the demo data. */
export const messageRow = (name: string): number => found(onMessage(name).messageId ?? undefined)
