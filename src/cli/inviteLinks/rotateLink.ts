import { Console, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Argument, Command } from "effect/cli"
import { InviteLinks } from "../../domain/invites/InviteLinks.ts"
import { rotateInviteLink } from "../../domain/invites/rotateInviteLink.ts"
import * as AtomicLayer from "../../layers/AtomicLayer.ts"
import * as AuditLogLayer from "../../layers/repositories/AuditLogLayer.ts"
import * as InviteLinksLayer from "../../layers/repositories/InviteLinksLayer.ts"
import { digests } from "../digests.ts"
import { json } from "../flags.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"

const services = overDatabase(
  Layer.mergeAll(
    AtomicLayer.layerSql,
    AuditLogLayer.layerSql,
    InviteLinksLayer.layerSql,
    SecureRandom.layerWebCrypto,
    digests
  )
)

/**
 * Replaces the token of a venue's invite link and prints the new one, once. The old one stops working immediately
 * (INT-016).
 */
export const rotateLink = Command.make(
  "rotate",
  {
    property: Argument.String("property").pipe(Argument.withDescription("Document id of the venue")),
    json
  },
  Effect.fn("invite-links rotate")(function* (options) {
    const links = yield* InviteLinks
    const venue = yield* links
      .getVenue(options.property)
      .pipe(
        Effect.mapError(() => new Refused({ message: `There is no venue with the document id ${options.property}.` }))
      )
    const token = yield* rotateInviteLink({
      organizationId: venue.organizationId,
      propertyId: venue.id,
      documentId: options.property
    })
    const inviteLinkToken = Redacted.value(token)
    yield* options.json
      ? printJson({ propertyId: options.property, inviteLinkToken })
      : Console.log(`The invite link of ${venue.name} has a new token, shown only once:\n${inviteLinkToken}`)
  }, Effect.provide(services))
).pipe(
  Command.withDescription(
    "Replace the token of a venue's invite link; the new one is shown once, the old one stops working immediately"
  ),
  Command.withExamples([{ command: "hub invite-links rotate PROPERTY --json", description: "Print it as JSON" }])
)
