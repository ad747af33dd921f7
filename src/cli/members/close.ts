import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { closeMember } from "../../domain/members/closeMember.ts"
import { json } from "../flags.ts"
import { importServices } from "../importServices.ts"
import { printJson } from "../printJson.ts"
import { accountOf } from "./accountOf.ts"

/** Closes the account of a member (DOMAIN 4.5). */
export const close = Command.make(
  "close",
  {
    member: Argument.String("member").pipe(Argument.withDescription("External id of the member")),
    json
  },
  Effect.fn("members close")(function* (options) {
    const { id, status, xid } = yield* accountOf(options.member)
    yield* closeMember(id)
    const changed = status !== "closed"
    yield* options.json
      ? printJson({ memberId: xid, changed })
      : Console.log(changed ? `The account of ${xid} is closed.` : `The account of ${xid} was closed already.`)
  }, Effect.provide(importServices))
).pipe(
  Command.withDescription(
    "Close an account: its tokens are refused at once, open claims are cancelled with a refund, and the balance expires after 30 days"
  ),
  Command.withExamples([{ command: "hub members close MEMBER", description: "Close the account of a member" }])
)
