/** A Swagger UI plugin that adds the landmarks, headings and accessible names that Swagger UI lacks. */
const accessibility = `const inRegion = (name, heading) => (Original, { React: { createElement } }) => (props) =>
  createElement("section", { "aria-label": name },
    heading && createElement(heading, null, name), createElement(Original, props))

const regions = () => ({
  wrapComponents: {
    InfoContainer: inRegion("About"),
    AuthorizeBtnContainer: inRegion("Credentials", "h2"),
    operations: inRegion("Operations", "h2")
  }
})

const each = (selector, change) => document.querySelectorAll(selector).forEach(change)

const nameControls = () => {
  each("tr[data-param-name] :is(select, input, textarea)", (control) => {
    control.setAttribute("aria-label", control.closest("tr").dataset.paramName)
  })
  each("textarea.body-param__text", (control) => control.setAttribute("aria-label", "Request body"))
  each("select.examples-select-element", (select) => select.setAttribute("aria-label", "Example"))
  each(".close-modal", (button) => button.setAttribute("aria-label", "Close"))
  each(".auth-btn-wrapper [aria-label]", (button) => button.removeAttribute("aria-label"))
  each("table[role=region]", (table) => table.removeAttribute("role"))
  each("pre.microlight", (code) => code.setAttribute("tabindex", "0"))
}`

/** Starts Swagger UI with the document next to the page. The server selector is hidden: there is only one. */
export const pageScript = `"use strict"
${accessibility}

addEventListener("DOMContentLoaded", () => {
  const page = document.getElementById("page")
  new MutationObserver(nameControls).observe(page, { childList: true, subtree: true })
  SwaggerUIBundle({
    url: "openapi.json",
    domNode: page,
    plugins: [regions],
    syntaxHighlight: { theme: "obsidian" },
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    displayRequestDuration: true,
    tryItOutEnabled: true
  })
})
`

/** Overrides colours of Swagger UI whose contrast is below WCAG 2.1. */
export const pageStyle = `body { margin: 0 }
.servers-title, .servers { display: none }
.swagger-ui h2 { font-family: sans-serif; font-size: 20px; margin: 0 0 8px }
.swagger-ui a, .swagger-ui .info a, .swagger-ui .info .url { color: #1a5aa6 }
.swagger-ui .info .title small { background: #5b6270 }
.swagger-ui .info .title small.version-stamp { background: #456400 }
.swagger-ui .btn.authorize { border-color: #0b6b41; color: #0b6b41 }
.swagger-ui .btn.authorize svg { fill: #0b6b41 }
.swagger-ui .btn.cancel { border-color: #b01212; color: #b01212 }
.swagger-ui .btn.execute { background: #1a5aa6; border-color: #1a5aa6 }
.swagger-ui .parameter__in, .swagger-ui .parameter__deprecated, .swagger-ui .prop-format { color: #5b6270 }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #4a505b }
.swagger-ui .opblock.opblock-deprecated { opacity: 1 }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #4a505b }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5aa6 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0b6b41 }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a4b00 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0a6459 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b01212 }
`

/** File names of the page's assets. Each contains a digest of its content, so it can be cached indefinitely. */
export interface PageFiles {
  readonly library: string
  readonly libraryStyle: string
  readonly script: string
  readonly style: string
}

/**
 * The HTML page of a document. Scripts and styles are separate files, so the content security policy needs no
 * `unsafe-inline`.
 */
export const documentPage = (title: string, files: PageFiles) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/${files.libraryStyle}">
    <link rel="stylesheet" href="docs/${files.style}">
    <script defer src="docs/${files.library}"></script>
    <script defer src="docs/${files.script}"></script>
  </head>
  <body>
    <div id="page"></div>
    <noscript>This page needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`
