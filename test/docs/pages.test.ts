import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PageBlock } from "../../src/domain/pages/PageBlock.ts"
import { ThemeColors } from "../../src/domain/themes/Theme.ts"
import { exampleBlocks } from "../support/pages/pageExamples.ts"

const text = readFileSync(join(import.meta.dirname, "../../docs/pages.md"), "utf8")

it.effect("docs/pages.md has one valid example of each block, and none of an unknown block", () =>
  Effect.sync(() => {
    const types = PageBlock.members.map(({ fields }) => fields.type.literal)
    assert.sameMembers(
      exampleBlocks.map(({ type }) => type),
      [...types]
    )
  })
)

it.effect("docs/pages.md names every colour of a theme", () =>
  Effect.sync(() => {
    const theme = text.slice(text.indexOf("## Theme"), text.indexOf("## Addresses"))
    for (const name of Object.keys(ThemeColors.fields)) assert.include(theme, `\`${name}\``)
  })
)
