import { Effect, Record } from "effect"
import { hubKeys } from "./demoHubKeys.ts"
import { verificationCodes } from "./demoFulfillments.ts"
import { demoIds } from "./demoIds.ts"
import { partnerKeys } from "./demoPartnerKeys.ts"
import { chatLinkTokens, chatUsers, signingSecrets } from "./demoProviders.ts"
import {
  type AssistantTokenFact,
  assistantTokens,
  type MemberTokenFact,
  memberTokens,
  type OperatorTokenFact,
  operatorTokens
} from "./demoTokens.ts"

/** Signs the demo tokens, with a fixed validity so that their text does not change. */
export interface DemoMint {
  readonly member: (fact: MemberTokenFact) => Effect.Effect<string>
  readonly operator: (fact: OperatorTokenFact) => Effect.Effect<string>
  readonly assistant: (fact: AssistantTokenFact) => Effect.Effect<string>
}

const signAll = <Name extends string, Fact>(
  facts: { readonly [name in Name]: Fact },
  sign: (fact: Fact) => Effect.Effect<string>
) => Effect.all(Record.map(facts, sign))

/** Secrets, tokens and ids of the demo data by fixture name (REQUIREMENTS 0.2). */
export const demoManifest = Effect.fn("demoManifest")(function* (options: {
  readonly baseUrl: string
  readonly mint: DemoMint
}) {
  return {
    baseUrl: options.baseUrl,
    hubKeys,
    partnerKeys,
    memberTokens: yield* signAll(memberTokens, options.mint.member),
    operatorTokens: yield* signAll(operatorTokens, options.mint.operator),
    assistantTokens: yield* signAll(assistantTokens, options.mint.assistant),
    verificationCodes,
    signingSecrets,
    chatUsers,
    chatLinkTokens,
    ids: demoIds
  }
})

export type DemoManifest = Effect.Success<ReturnType<typeof demoManifest>>
