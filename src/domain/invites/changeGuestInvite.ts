import { Effect } from "effect"
import { auditInvite } from "./auditInvite.ts"
import { commandInvite } from "./commandInvite.ts"
import type { GuestInvite } from "./GuestInvite.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { inviteSearchText } from "./inviteContact.ts"
import { ContactMissing } from "./InviteErrors.ts"
import { mintInviteToken } from "./orderInvite.ts"

/** New contact data; an absent field stays, null removes it. */
export type ContactChange = {
  readonly [Field in "email" | "phone" | "firstName" | "lastName" | "locale"]?: string | null | undefined
}

const applied = (change: ContactChange, invite: GuestInvite) => {
  const of = (field: keyof ContactChange) => {
    const value = change[field]
    return value === undefined ? invite[field] : value
  }
  const contact = {
    email: of("email"),
    phone: of("phone"),
    firstName: of("firstName"),
    lastName: of("lastName"),
    locale: of("locale")
  }
  return { ...contact, searchText: inviteSearchText(contact) }
}

const changed = Effect.fnUntraced(function* (change: ContactChange, invite: GuestInvite) {
  const contact = applied(change, invite)
  if (contact.email === null && contact.phone === null) return yield* new ContactMissing({ field: "email" })
  const { tokenHash } = yield* mintInviteToken
  return { ...contact, tokenHash }
})

/**
 * Corrects the contact data of an invite that has not been accepted. Its token is replaced by one that nobody has, so
 * the old link is dead at once; nothing is sent until it is sent again (DOMAIN 7.1).
 */
export const changeGuestInvite = Effect.fnUntraced(function* (id: number, change: ContactChange) {
  const invites = yield* GuestInvites
  const { invite, now, reach } = yield* commandInvite({
    id,
    trigger: "change",
    admit: () => Effect.void,
    change: (row) => changed(change, row)
  })
  yield* auditInvite(invite, "changed")
  return yield* invites.get({ reach, id, now })
})
