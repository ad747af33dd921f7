import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { ChatLinkTokens } from "../../src/domain/chat/ChatLinkTokens.ts"
import * as ChatLinkTokensLayer from "../../src/layers/repositories/ChatLinkTokensLayer.ts"
import { chatDataset, chatInstallationAt, chatTime } from "../support/datasets/chatDataset.ts"
import { twins } from "../support/twins.ts"

const { id: installationId, name, organizationId, xid } = chatInstallationAt(0)

const hashOf = (digit: string) => digit.repeat(64)

const link = (digit: string, externalUserId = `U${digit}`) => ({
  organizationId,
  installationId,
  externalUserId,
  externalUserName: "Operator One",
  tokenHash: hashOf(digit),
  createdAt: chatTime,
  expiresAt: DateTime.add(chatTime, { minutes: 10 }),
  usedAt: null
})

const open = Effect.fnUntraced(function* (digit: string) {
  const links = yield* ChatLinkTokens
  return Option.getOrThrow(yield* links.findOpen(organizationId, hashOf(digit), chatTime))
})

twins("ChatLinkTokens", ChatLinkTokensLayer, chatDataset, (it) => {
  it.effect("INT-043: finds a link, with its installation, in its own organization until it expires", () =>
    Effect.gen(function* () {
      const { findOpen, insert } = yield* ChatLinkTokens
      yield* insert(link("1"))
      const found = yield* open("1")
      assert.deepInclude(found.link, link("1"))
      assert.deepStrictEqual(found.installation, { id: installationId, xid, name })
      const last = DateTime.add(chatTime, { minutes: 10, milliseconds: -1 })
      assert.isTrue(Option.isSome(yield* findOpen(organizationId, hashOf("1"), last)))
      assert.isTrue(Option.isNone(yield* findOpen(organizationId, hashOf("1"), link("1").expiresAt)))
      assert.isTrue(Option.isNone(yield* findOpen(organizationIds.B, hashOf("1"), chatTime)))
      assert.isTrue(Option.isNone(yield* findOpen(organizationId, hashOf("9"), chatTime)))
    })
  )

  it.effect("INT-043: uses a link once, only in its own organization, and does not find it afterwards", () =>
    Effect.gen(function* () {
      const { findOpen, insert, use } = yield* ChatLinkTokens
      yield* insert(link("2"))
      const found = yield* open("2")
      assert.isFalse(yield* use({ ...found.link, organizationId: organizationIds.B }, chatTime))
      assert.isTrue(yield* use(found.link, chatTime))
      assert.isFalse(yield* use(found.link, chatTime))
      assert.isTrue(Option.isNone(yield* findOpen(organizationId, hashOf("2"), chatTime)))
    })
  )

  it.effect("INT-043: a new link replaces the open link of the same user, and no other", () =>
    Effect.gen(function* () {
      const { findOpen, insert } = yield* ChatLinkTokens
      yield* insert(link("3", "same"))
      yield* insert(link("4", "other"))
      yield* insert(link("5", "same"))
      assert.isTrue(Option.isNone(yield* findOpen(organizationId, hashOf("3"), chatTime)))
      assert.isTrue(Option.isSome(yield* findOpen(organizationId, hashOf("4"), chatTime)))
      assert.isTrue(Option.isSome(yield* findOpen(organizationId, hashOf("5"), chatTime)))
    })
  )

  it.effect("INT-043: a link of a disabled installation is not open", () =>
    Effect.gen(function* () {
      const { findOpen, insert } = yield* ChatLinkTokens
      yield* insert({ ...link("6"), installationId: 11 })
      assert.isTrue(Option.isNone(yield* findOpen(organizationId, hashOf("6"), chatTime)))
    })
  )

  it.effect("INT-043: removes links that expired before a time, and no others", () =>
    Effect.gen(function* () {
      const { insert, removeBefore } = yield* ChatLinkTokens
      yield* insert({ ...link("7"), expiresAt: DateTime.subtract(chatTime, { seconds: 1 }) })
      yield* insert({ ...link("8"), expiresAt: DateTime.add(chatTime, { seconds: 1 }) })
      assert.strictEqual(yield* removeBefore(chatTime), 1)
      assert.strictEqual(yield* removeBefore(chatTime), 0)
      assert.deepInclude((yield* open("8")).link, { tokenHash: hashOf("8") })
    })
  )
})
