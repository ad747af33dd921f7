import { Effect } from "effect"
import { auditInvite } from "./auditInvite.ts"
import { commandInvite } from "./commandInvite.ts"
import type { GuestInvite } from "./GuestInvite.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { inviteSearchText } from "./inviteContact.ts"
import { ContactMissing } from "./InviteErrors.ts"
import { mintInviteToken } from "./orderInvite.ts"

/** New contact data; absent fields stay, null removes. */
export type ContactChange = {
  readonly [Field in "email" | "phone" | "firstName" | "lastName" | "locale"]?: string | null | undefined
}

const applyChange = (change: ContactChange, invite: GuestInvite) => {
  const valueOf = (field: keyof ContactChange) => {
    const value = change[field]
    return value === undefined ? invite[field] : value
  }
  const contact = {
    email: valueOf("email"),
    phone: valueOf("phone"),
    firstName: valueOf("firstName"),
    lastName: valueOf("lastName"),
    locale: valueOf("locale")
  }
  return { ...contact, searchText: inviteSearchText(contact) }
}

const changedContact = Effect.fnUntraced(function* (change: ContactChange, invite: GuestInvite) {
  const contact = applyChange(change, invite)
  if (contact.email === null && contact.phone === null) return yield* new ContactMissing({ field: "email" })
  const { tokenHash } = yield* mintInviteToken
  return { ...contact, tokenHash }
})

/**
 * Corrects the contact data of an invite that has not been accepted. Its token is replaced by one that nobody has,
 * which invalidates the old link immediately; nothing is sent until a resend (DOMAIN 7.1).
 */
export const changeGuestInvite = Effect.fnUntraced(function* (id: number, change: ContactChange) {
  const invites = yield* GuestInvites
  const { invite, now, reach } = yield* commandInvite({
    id,
    trigger: "change",
    admit: () => Effect.void,
    change: (row) => changedContact(change, row)
  })
  yield* auditInvite(invite, "changed")
  return yield* invites.get({ reach, id, now })
})
