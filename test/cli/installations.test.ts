import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { at, each } from "../support/http/service.ts"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"

// Each run opens the database again, a second or more where the machine is busy.
it.live(
  "INT-038: hub installations add and rotate show a new secret once; two are valid until the former is ended",
  () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const environment = { HUB_DATA_DIR: directory }
      const run = (...args: ReadonlyArray<string>) => hub(environment, "installations", ...args, "--json")
      yield* hub(environment, "seed")
      const of = ["--organization", "organization-a"]
      const to = [...of, "--workspace", "ws-a-main", "--name", "Another"]

      const chat = yield* run("add", "chat", ...to, "--response-host", "chat.example.com")
      assert.strictEqual(chat.code, 0, chat.stderr)
      assert.match(String(chat.at("secret")), /^whs_[0-9A-Za-z]{43}$/)
      const file = join(directory, "secret.txt")
      yield* Effect.promise(() => writeFile(file, "a-token-of-the-provider-0\n"))
      const sms = yield* run("add", "sms", ...to, "--scheme", "twilio", "--secret-file", file)
      assert.strictEqual(sms.code, 0, sms.stderr)
      assert.isUndefined(sms.at("secret"))

      const id = String(chat.at("id"))
      const rotated = yield* run("rotate", id, ...of)
      assert.strictEqual(rotated.code, 0, rotated.stderr)
      assert.notStrictEqual(rotated.at("secret"), chat.at("secret"))
      const installation = Effect.gen(function* () {
        const listed = yield* run("list", ...of)
        assert.notInclude(listed.stdout, "whs_")
        assert.notInclude(listed.stdout, "Enc")
        return each(listed.at(""), "items").find((item) => at(item, "id") === id)
      })
      assert.isTrue(at(yield* installation, "isRotating"))
      assert.strictEqual((yield* run("rotate", id, ...of, "--end-former")).code, 0)
      assert.isFalse(at(yield* installation, "isRotating"))
      const again = yield* hub(environment, "installations", "rotate", id, ...of, "--end-former")
      assert.deepStrictEqual([again.code, again.stdout], [0, "There was no former secret.\n"])
      const both = yield* run("rotate", id, ...of, "--end-former", "--secret-file", file)
      assert.deepStrictEqual([both.code, both.stderr], [1, "--end-former and --secret-file exclude each other\n"])

      for (const wrong of [
        ["rotate", "unknown", ...of],
        ["add", "chat", ...of, "--workspace", "ws-b-main", "--name", "Elsewhere"],
        ["add", "sms", ...to, "--secret-file", join(directory, "none")]
      ]) {
        assert.strictEqual((yield* run(...wrong)).code, 1, wrong.join(" "))
      }
    })
)
