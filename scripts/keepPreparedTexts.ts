import type { Plugin } from "rolldown"

const published = "this.statements.set(key, found);"
const mended = "this.statements.set(found.key, found);"

/**
 * `@effect/sql-pg` remembers the prepared statements of a connection in the order of their use. With each use it replaces
 * the text under which a statement is remembered by an equal string that was made for this use and then lives until the
 * next one. For a write that was 5 kB, most of what outlived the young generation, and each full collection that followed
 * also took the compiled code of closures of which none was alive. The bundle keeps the first text.
 */
export const keepPreparedTexts = (): Plugin => {
  let isMended = false
  return {
    name: "keep-prepared-texts",
    transform: {
      filter: { id: /\/@effect\/sql-pg\/dist\/PgConnection\.js$/ },
      handler(code) {
        isMended = code.split(published).length === 2
        return { code: code.replace(published, mended), map: null }
      }
    },
    buildEnd() {
      if (!isMended)
        this.error("PgConnection.js of @effect/sql-pg has changed: see whether this plugin is still needed")
    }
  }
}
