import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { createOrganization } from "../../domain/organizations/createOrganization.ts"
import { bootstrapServices } from "../bootstrapServices.ts"
import { json } from "../flags.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"

const parseIdentity = (text: string) => {
  const at = text.lastIndexOf("=")
  return at < 1 || at === text.length - 1
    ? Option.none()
    : Option.some({ provider: text.slice(0, at), organizationId: text.slice(at + 1) })
}

/** The flag of a value, by the path that it would have in a file. */
const flagAt = (path: string) =>
  path.startsWith("organization.identities") ? "--identity" : `--${path.replace(/^organization\./u, "")}`

/** Creates an organization and prints its id. */
export const create = Command.make(
  "create",
  {
    slug: Flag.String("slug").pipe(
      Flag.withDescription("Lower-case letters, digits and hyphens; identifies the organization in files")
    ),
    name: Flag.String("name").pipe(Flag.withDescription("Name of the organization")),
    id: Flag.String("id").pipe(Flag.withDescription("External id [default: a new UUID]"), Flag.optional),
    identities: Flag.String("identity").pipe(
      Flag.withMetavar("PROVIDER=ID"),
      Flag.withDescription("Id at an identity provider (the issuer of operator tokens, or `development`); repeatable"),
      Flag.filterMap(parseIdentity, () => "PROVIDER=ID, such as https://login.example.com=org_1"),
      Flag.atLeast(0)
    ),
    messaging: Flag.Boolean("messaging").pipe(Flag.withDescription("Activate messaging"), Flag.withDefault(false)),
    json
  },
  Effect.fn("organizations create")(function* ({ id, identities, json: asJson, messaging, name, slug }) {
    const xid = yield* createOrganization({
      slug,
      name,
      messaging,
      identities,
      ...(Option.isSome(id) ? { id: id.value } : {})
    }).pipe(
      Effect.catchTag("FileInvalid", ({ problems }) =>
        Effect.fail(
          new Refused({ message: problems.map(({ message, path }) => `${flagAt(path)}: ${message}`).join("\n") })
        )
      )
    )
    yield* asJson ? printJson({ id: xid, slug, name }) : Console.log(`Organization ${slug} was created: ${xid}`)
  }, Effect.provide(bootstrapServices))
).pipe(
  Command.withDescription("Create an empty organization; use `hub bootstrap` to create one with its initial data"),
  Command.withExamples([
    {
      command: "hub organizations create --slug grand --name 'Grand Hotels' --identity https://login.example.com=org_1",
      description: "An organization whose operators sign in at login.example.com"
    }
  ])
)
