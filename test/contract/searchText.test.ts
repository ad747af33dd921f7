import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { foldText } from "../../src/domain/shared/foldText.ts"
import { searchText } from "../../src/domain/places/searchText.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const letters = "aBzé ÅçñÜöß ẞÆæŒœÞþØøĐđÐðŁłĦıİŊŦ ΑΩάώςΣ АЯЁёйІЇЎ 中文 ’'`.-–/,()_\t\n%\\ﬁ①²"

/** The Basic Multilingual Plane only: Unicode versions add letters beyond it, and a server may have an older one. */
const basic = fc.string({ unit: "grapheme", maxLength: 1 }).filter((text) => (text.codePointAt(0) ?? 0) < 0x1_0000)

const texts = fc.array(fc.oneof(fc.constantFrom(...letters), basic), { maxLength: 24 })

layer(Postgres.layer)("search_text, fold_text", (it) => {
  it.effect("MEM-034, MEM-015, PAR-021: compares names in SQL exactly as in memory", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const samples = fc
        .sample(texts, { numRuns: 3000, seed: 7 })
        .map((parts) => parts.join("").replaceAll("\0", ""))
        .filter((text) => text.isWellFormed())
      const rows = yield* sql<{ readonly text: string; readonly name: string; readonly folded: string }>`
        SELECT t.text, search_text(t.text) AS name, fold_text(t.text) AS folded
        FROM unnest(${samples}::text[]) t (text)`
      assert.strictEqual(rows.length, samples.length)
      for (const { folded, name, text } of rows) {
        assert.strictEqual(name, searchText(text), JSON.stringify(text))
        assert.strictEqual(folded, foldText(text), JSON.stringify(text))
      }
    })
  )
})
