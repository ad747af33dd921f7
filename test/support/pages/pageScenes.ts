/** Drawings of a hotel in place of photographs, 1600 by 1000. */

const width = 1600
const height = 1000

/** A gradient from top to bottom, its colours at even distances. */
const gradient = (id: string, colours: ReadonlyArray<string>) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join("")}</linearGradient>`

const glow = (id: string, colour: string) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

const box = (x: number, y: number, w: number, h: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`

const dot = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`

const drawing = (definitions: ReadonlyArray<string>, parts: ReadonlyArray<string>) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><defs>${definitions.join("")}</defs>${parts.join("")}</svg>`

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A ridge of hills from side to side: waves of three lengths, moved by `phase`. */
const ridge = (top: number, rise: number, phase: number, fill: string) => {
  const points = range(81).map((index) => {
    const x = index * 20
    const wave = Math.sin(x / 260 + phase) + 0.45 * Math.sin(x / 97 + 2.3 * phase) + 0.16 * Math.sin(x / 31 + 5 * phase)
    return `L${x} ${Math.round(top - rise * wave)}`
  })
  return `<path fill="${fill}" d="M0 ${height}${points.join("")}L${width} ${height}z"/>`
}

/** Sunlight on water: strokes that widen towards the viewer. */
const glitter = (x: number, top: number, colour: string) =>
  range(26)
    .map((index) => {
      const half = 26 + index * 6 + 34 * Math.abs(Math.sin(index * 2.4))
      const middle = x + 40 * Math.sin(index * 1.7)
      return `<ellipse cx="${middle}" cy="${top + index * index * 0.62 + index * 4}" rx="${half}" ry="${1.6 + index * 0.14}" fill="${colour}" opacity="${0.62 - index * 0.018}"/>`
    })
    .join("")

const bay = drawing(
  [
    gradient("sky", ["#26466d", "#7d7f9c", "#e0a184", "#f8d9a6"]),
    gradient("sea", ["#e6b792", "#8a8ba1", "#2c4d6d", "#14304c"]),
    glow("sun", "#fff1cf")
  ],
  [
    box(0, 0, width, 600, "url(#sky)"),
    dot(1080, 520, 300, "url(#sun)"),
    dot(1080, 520, 62, "#fff6e0"),
    ridge(520, 46, 0.4, "#b58f93"),
    ridge(558, 34, 2.1, "#86788d"),
    ridge(588, 20, 4.4, "#57607f"),
    box(0, 600, width, 400, "url(#sea)"),
    glitter(1080, 612, "#ffe6bd"),
    '<path fill="#122a41" d="M0 1000V640c90 4 150 30 230 38s110 52 190 70 120 64 210 92 120 90 180 160z"/>',
    '<path fill="#0c2033" d="M0 1000V770c120 10 190 70 300 92s170 80 250 138z"/>',
    ...range(16).map((index) => dot(36 + index * 23, 678 + index * 6 + 9 * Math.sin(index * 3), 3.4, "#ffd38a"))
  ]
)

const lights = (from: number, to: number, top: number, sag: number) =>
  range(17)
    .map((index) => {
      const share = index / 16
      const [x, y] = [from + (to - from) * share, top + sag * 4 * share * (1 - share)]
      return `${dot(x, y + 12, 34, "url(#lamp)")}${dot(x, y + 12, 6.5, "#fff0c4")}`
    })
    .join("")

const table = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><ellipse rx="120" ry="22" fill="#f1e4d3"/><path fill="#c9b49c" d="M-120 0v8c0 12 54 22 120 22s120-10 120-22v-8c0 12-54 22-120 22S-120 12-120 0z"/><path stroke="#241a24" stroke-width="12" d="M0 28v130M-54 160H54"/><path fill="#fff" opacity=".85" d="M-44-46h22l-4 34h-14zM-38-12h10v14h-10zM30-46h22l-4 34H34zM36-12h10v14H36z"/><ellipse cy="-6" cx="0" rx="16" ry="5" fill="#b0543a"/>${dot(0, -34, 62, "url(#lamp)")}<path fill="#fff3cd" d="M-5-14h10v-20l-5-10-5 10z"/></g>`

const terrace = drawing(
  [
    gradient("sky", ["#161f45", "#40386c", "#a05c74", "#e8996d"]),
    gradient("floor", ["#4a3340", "#241a28"]),
    glow("lamp", "#ffca6b")
  ],
  [
    box(0, 0, width, 640, "url(#sky)"),
    ...range(30).map((index) => dot((index * 389) % width, (index * 97) % 280, 1.6, "#fff", 'opacity=".7"')),
    ridge(600, 30, 1.3, "#4f3a5f"),
    ridge(634, 18, 3.2, "#33294d"),
    ...range(34).map((index) => dot((index * 211) % width, 622 + ((index * 37) % 26), 2.6, "#ffd890")),
    box(0, 655, width, 345, "url(#floor)"),
    box(0, 640, width, 9, "#1b1424"),
    ...range(41).map((index) => box(index * 40 - 2, 646, 4, 84, "#1b1424")),
    box(0, 726, width, 7, "#1b1424"),
    `<path fill="none" stroke="#1b1424" stroke-width="3" d="M0 140Q400 340 800 140Q1200 340 1600 140" />`,
    lights(0, 800, 130, 100),
    lights(800, 1600, 130, 100),
    table(300, 800, 1),
    table(820, 770, 0.8),
    table(1290, 812, 1.06)
  ]
)

const plate = (x: number, y: number, r: number, food: string) =>
  `${dot(x + 14, y + 20, r, "#120d0c", 'opacity=".35"')}${dot(x, y, r, "#f4efe7")}${dot(x, y, r * 0.72, "#e8e0d3")}${dot(x, y, r * 0.69, "#f8f4ec")}${food}`

const dinner = drawing(
  [
    `<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#4b3227"/><stop offset="1" stop-color="#211511"/></linearGradient>`,
    glow("candle", "#ffc878"),
    glow("leaf", "#8fae58")
  ],
  [
    box(0, 0, width, height, "url(#wood)"),
    ...range(9).map((index) => box(0, 40 + index * 118, width, 2, "#170e0b", 'opacity=".45"')),
    box(470, 0, 660, height, "#31404a", 'opacity=".9"'),
    plate(
      800,
      560,
      270,
      `<path fill="#b64b2c" d="M690 560c0-80 60-120 130-110s110 70 90 140-90 110-150 90-70-60-70-120z"/><path fill="#d9764a" d="M725 560c0-52 42-80 88-74s70 40 60 92-60 74-100 62-48-44-48-80z"/>${range(
        9
      )
        .map((index) =>
          dot(800 + 150 * Math.cos(index * 0.7), 560 + 150 * Math.sin(index * 0.7), 26 - index, "#7d9c46")
        )
        .join("")}${range(6)
        .map((index) => dot(760 + index * 18, 530 + 22 * Math.sin(index * 2), 8, "#f6e3a2"))
        .join("")}`
    ),
    plate(
      1280,
      300,
      170,
      dot(1280, 300, 96, "#e9c46a") + dot(1250, 280, 34, "#a63d40") + dot(1310, 325, 30, "#a63d40")
    ),
    plate(300, 330, 190, dot(300, 330, 104, "#7d9c46") + dot(270, 300, 44, "#b4c77c") + dot(340, 350, 38, "#cf5b4a")),
    `<g fill="#d8d3ca"><rect x="470" y="330" width="14" height="460" rx="7"/><rect x="1116" y="330" width="14" height="460" rx="7"/></g>`,
    dot(1290, 760, 86, "#6c1e2c") + dot(1290, 760, 70, "#8d2b3d") + dot(1266, 738, 18, "#c0566a"),
    dot(330, 790, 330, "url(#candle)", 'opacity=".85"'),
    dot(330, 790, 58, "#fbe6bb") + dot(330, 790, 20, "#fff9e8")
  ]
)

const spa = drawing(
  [
    gradient("wall", ["#d9cdbb", "#b9a88f"]),
    gradient("water", ["#7fc4c4", "#2f8a93", "#0f5562"]),
    gradient("day", ["#cfe6ee", "#f7ecd3"]),
    glow("shine", "#fff6da")
  ],
  [
    box(0, 0, width, 620, "url(#wall)"),
    ...range(5).map((index) => {
      const x = 90 + index * 300
      return `<path fill="url(#day)" d="M${x} 560V250a110 110 0 0 1 220 0v310z"/><path fill="#8fb3a0" opacity=".7" d="M${x} 560v-70q60-60 110-20t110-12v102z"/><path fill="none" stroke="#8d7a60" stroke-width="9" d="M${x} 560V250a110 110 0 0 1 220 0v310M${x + 110} 140v420M${x} 330h220"/>`
    }),
    box(0, 560, width, 60, "#a08c70"),
    box(0, 620, width, 380, "url(#water)"),
    ...range(5).map(
      (index) =>
        `<path fill="#fff6da" opacity=".28" d="M${120 + index * 300} 620h170l${(index - 2) * 60 + 40} 380h-250z"/>`
    ),
    ...range(34).map(
      (index) =>
        `<ellipse cx="${(index * 317) % width}" cy="${650 + ((index * 61) % 330)}" rx="${60 + (index % 5) * 16}" ry="2.4" fill="#e3f6f2" opacity=".4"/>`
    ),
    dot(800, 640, 520, "url(#shine)", 'opacity=".35"'),
    `<g fill="#6b4f38"><rect x="150" y="560" width="270" height="20" rx="8"/><path d="M160 570l-50-110h26l54 110zM180 580h16v44h-16zM390 580h16v44h-16z"/></g><path fill="#f4efe7" d="M150 546h240v16H150zM128 470l22-6 36 88-22 8z"/>`
  ]
)

const facade = drawing(
  [
    gradient("sky", ["#20385f", "#5e6f95", "#e3b490"]),
    gradient("wall", ["#e9dcc8", "#cdb595"]),
    glow("lamp", "#ffd27d")
  ],
  [
    box(0, 0, width, height, "url(#sky)"),
    ridge(560, 40, 2.6, "#56628a"),
    box(260, 210, 1080, 700, "url(#wall)"),
    `<path fill="#8b4a36" d="M230 214l90-84h960l90 84z"/>`,
    ...range(24).map((index) => {
      const [x, y] = [316 + (index % 8) * 124, 262 + Math.floor(index / 8) * 186]
      const isLit = index % 3 !== 1
      return `${box(x, y, 72, 118, isLit ? "#ffdc98" : "#4d6079", 'rx="4"')}${box(x - 26, y, 24, 118, "#2f6a6b")}${box(x + 74, y, 24, 118, "#2f6a6b")}${box(x - 8, y + 120, 88, 9, "#a98d6b")}`
    }),
    box(0, 880, width, 120, "#3a3f4b"),
    '<path fill="#ffdc98" d="M738 900v-84a62 62 0 0 1 124 0v84z"/>',
    `<path fill="#a63d40" d="M690 756h220l26 44H664z"/>`,
    ...[180, 1420].map(
      (x) =>
        `<path stroke="#3c2f2a" stroke-width="18" d="M${x} 900q10-180 0-330"/><g fill="none" stroke="#24504a" stroke-width="20" stroke-linecap="round"><path d="M${x} 570q-80-60-150 10M${x} 570q80-60 150 10M${x} 570q-50-110-120-90M${x} 570q50-110 120-90M${x} 570q-60 20-90 110M${x} 570q60 20 90 110"/></g>`
    ),
    ...[640, 960].map((x) => `${dot(x, 800, 90, "url(#lamp)")}${dot(x, 800, 13, "#fff3cf")}`)
  ]
)

const room = drawing(
  [
    gradient("wall", ["#e8e0d4", "#d3c6b4"]),
    gradient("view", ["#bfe0ec", "#eaf3ee", "#5aa0b4", "#2c7690"]),
    gradient("floor", ["#b08a62", "#7c5b3d"])
  ],
  [
    box(0, 0, width, 720, "url(#wall)"),
    box(0, 720, width, 280, "url(#floor)"),
    box(880, 110, 560, 560, "url(#view)"),
    `<path fill="#ffffff" opacity=".85" d="M1010 380l26-70v70zM1040 380v-84l40 84z"/>`,
    `<g fill="none" stroke="#f6f1e8" stroke-width="16"><path d="M880 110h560v560H880zM1160 110v560"/></g>`,
    `<path fill="#f8f4ec" opacity=".92" d="M800 90h150q-10 300-60 620h-90zM1520 90h-150q10 300 60 620h90z"/>`,
    box(120, 380, 640, 300, "#8c6a4d", 'rx="20"'),
    box(140, 560, 700, 230, "#f7f3ec", 'rx="26"'),
    `<path fill="#0b5d78" d="M140 650q350-50 700 0v140q0 16-18 16H158q-18 0-18-16z"/><path fill="#14708e" d="M140 650q350-50 700 0v34q-350-50-700 0z"/>`,
    ...[200, 480].map((x) => box(x, 490, 240, 110, "#fffdf8", 'rx="40"')),
    box(60, 560, 56, 200, "#6b4f38"),
    `<path fill="#f2d49a" d="M40 470h96l22 74H18z"/>`,
    `<path fill="#8fb08a" d="M1440 760q-60-140 0-220 50 90 0 220zM1440 760q40-120 120-150-10 110-120 150z"/><path fill="#a65a3c" d="M1390 760h110l-16 120h-78z"/>`
  ]
)

const scenes = { bay, terrace, dinner, spa, facade, room } as const

type SceneName = keyof typeof scenes

const isScene = (name: string): name is SceneName => name in scenes

/** The drawing of a name; the bay for an unknown name. */
export const sceneOf = (name: string): string => scenes[isScene(name) ? name : "bay"]
