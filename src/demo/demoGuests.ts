import { type DateTime, Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { type MemberName, memberIds } from "./demoMembers.ts"
import { type OrganizationName, organizationIds } from "./demoOrganizations.ts"
import { type WorkspaceName, workspaces } from "./demoWorkspaces.ts"
import { seeded } from "./seeded.ts"

interface GuestFact {
  readonly id: number
  readonly organization: OrganizationName
  readonly title: string
  readonly member?: MemberName
}

/**
 * g_hidden has only excluded messages, g_second writes only in ws-a-second, g_quiet has no conversation, g_b belongs to
 * organization B.
 */
const guests = {
  g1: { id: 801, organization: "A", title: "One", member: "M1" },
  g2: { id: 802, organization: "A", title: "Two", member: "M2" },
  g_hidden: { id: 803, organization: "A", title: "Three" },
  g_second: { id: 804, organization: "A", title: "Four" },
  g_quiet: { id: 805, organization: "A", title: "Five" },
  g_b: { id: 806, organization: "B", title: "Six", member: "M9" }
} as const satisfies Readonly<Record<string, GuestFact>>

export type GuestName = keyof typeof guests

/** Fixture name to internal id. */
export const guestIds = Record.map(guests, (guest) => guest.id)

/** The canonical id of a guest. */
export const guestXid = (name: GuestName) => seeded.uuid("guest", name)

/** Display name of a guest. */
export const guestTitle = (name: GuestName) => `Guest ${guests[name].title}`

/** Internal ids of the conversations; g1 writes in both workspaces of A. */
export const conversations = {
  g1: { id: 901, workspace: "ws-a-main", guest: "g1" },
  g2: { id: 902, workspace: "ws-a-main", guest: "g2" },
  g_hidden: { id: 903, workspace: "ws-a-main", guest: "g_hidden" },
  g_second: { id: 904, workspace: "ws-a-second", guest: "g_second" },
  g1_second: { id: 905, workspace: "ws-a-second", guest: "g1" },
  g_b: { id: 906, workspace: "ws-b-main", guest: "g_b" }
} as const satisfies Readonly<
  Record<string, { readonly id: number; readonly workspace: WorkspaceName; readonly guest: GuestName }>
>

export type ConversationName = keyof typeof conversations

/** The guests and their conversations, given the number of messages and the time of the last one by conversation. */
export const demoGuests = (
  lengths: ReadonlyMap<number, number>,
  lastMessages: ReadonlyMap<number, DateTime.Utc>
): Pick<Dataset, "guests" | "conversations"> => ({
  guests: Record.toEntries<GuestName, GuestFact>(guests).map(([name, { id, organization, member }]) => ({
    id,
    organizationId: organizationIds[organization],
    xid: guestXid(name),
    memberId: member === undefined ? null : memberIds[member]
  })),
  conversations: Object.values(conversations).map(({ id, workspace, guest }) => ({
    id,
    workspaceId: workspaces[workspace].id,
    guestId: guestIds[guest],
    messages: lengths.get(id) ?? 0,
    lastMessageAt: lastMessages.get(id) ?? null
  }))
})
