import { assert, it } from "@effect/vitest"
import { keyText } from "../../../src/domain/dataset/keyText.ts"

it("a key of one value is the text of that value", () => {
  assert.strictEqual(keyText(12), "12")
  assert.strictEqual(keyText("a b"), "a b")
})

it("keys of several values are different texts, whatever the values contain", () => {
  const keys = [
    keyText("a", "b c"),
    keyText("a b", "c"),
    keyText("a", "b", "c"),
    keyText("a,b", "c"),
    keyText('a","b', "c"),
    keyText("a b c")
  ]
  assert.strictEqual(new Set(keys).size, keys.length)
})
