const base = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--background);color:var(--text);font-family:var(--body-font);
font-size:clamp(1rem,.95rem + .25vw,1.125rem);line-height:1.65;overflow-wrap:anywhere}
@supports (hyphenate-limit-chars:14) or (-webkit-hyphenate-limit-before:6){body{hyphens:auto;hyphenate-limit-chars:14 6 6;
-webkit-hyphenate-limit-before:6;-webkit-hyphenate-limit-after:6}pre,code,address{hyphens:none}}
:root{--end:right}
[dir=rtl]{--end:left}
h1,h2,h3,h4,h5,h6{font-family:var(--heading-font);line-height:1.15;margin:0 0 .6em;text-wrap:balance;font-weight:600}
h1{font-size:clamp(2.4rem,1.7rem + 3.4vw,4.25rem);letter-spacing:-.02em;line-height:1.05}
h1.long{font-size:clamp(1.9rem,1.4rem + 2vw,3rem)}
h2{font-size:clamp(1.7rem,1.35rem + 1.7vw,2.6rem);letter-spacing:-.01em}
h3{font-size:clamp(1.2rem,1.1rem + .4vw,1.4rem);line-height:1.25}
h4,h5,h6{font-size:1.1rem}
[dir=rtl] :is(h1,h2){letter-spacing:0;line-height:1.3}
p,ul,ol,blockquote,pre{margin:0 0 1.1em}
:is(p,ul,ol,blockquote,pre):last-child{margin-bottom:0}
img{display:block;position:relative;max-width:100%}
img::after{content:attr(alt);position:absolute;inset:0;display:grid;place-content:center;padding:1rem;background:var(--surface);color:var(--muted);
font-size:.95rem;text-align:center}
a{color:var(--primary);text-underline-offset:.18em;text-decoration-thickness:.08em}
a:hover{text-decoration-thickness:.16em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
pre{white-space:pre-wrap}
code{font-size:.92em}
hr{border:0;border-top:1px solid var(--border);margin:2.5rem 0}
blockquote{padding-inline-start:1.2em;border-inline-start:3px solid var(--accent)}
.skip{position:absolute;inset-inline-start:1rem;top:-5rem;z-index:1;padding:.7rem 1.2rem;background:var(--surface);border-radius:var(--radius)}
.skip:focus{top:1rem}
.wrap{width:min(100% - 2.5rem,70rem);margin-inline:auto}
.prose{max-width:42rem;text-wrap:pretty}
.prose li+li{margin-top:.35em}
.prose li::marker{color:var(--accent)}`

const frame = `
.bar{padding-block:1.25rem;border-bottom:1px solid var(--border)}
.bar .wrap{display:flex;align-items:center;min-height:2.75rem}
.bar p{margin:0;font-family:var(--heading-font);font-size:1.2rem;letter-spacing:.01em}
.bar img{height:2.75rem;width:auto;max-width:16rem;object-fit:contain;object-position:left}
@media (prefers-color-scheme:dark){.bar img{background:var(--logo-back);border-radius:min(var(--radius),.25rem);
box-shadow:0 0 0 .5rem var(--logo-back,transparent)}}
body{display:flex;flex-direction:column;min-height:100vh;min-height:100svh}
main{flex:1 0 auto;padding-bottom:clamp(3rem,7vw,6rem)}
.opening{padding-block:clamp(2.5rem,6vw,5rem) 0}
.opening h1{margin-bottom:.3em;max-width:18em}
.lead{font-size:clamp(1.15rem,1.05rem + .6vw,1.5rem);line-height:1.45;color:var(--muted);max-width:34em;text-wrap:pretty}
.featured{margin-top:clamp(1.75rem,4vw,3rem)}
.featured img{width:100%;height:auto;max-height:36rem;object-fit:cover;border-radius:calc(var(--radius)*1.5)}
.opening .prose{margin-top:clamp(1.5rem,3vw,2.5rem)}
@media (min-width:56rem){.opening:has(.featured){display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);
grid-template-rows:1fr repeat(3,auto) 1fr;column-gap:clamp(2.5rem,5vw,4.5rem)}
.opening:has(.featured) h1{grid-row:2}
.opening:has(.featured) .lead{grid-row:3;margin:0}
.opening .featured{grid-area:1/2/6/3;margin:0}
.featured img{height:100%;min-height:24rem}
.opening:has(.featured) .prose{grid-row:4}}
.block{margin-top:clamp(3.25rem,7.5vw,6.5rem);scroll-margin-top:1.5rem}
.block>h2{margin-bottom:1em}
.block>h2::before,.beside>h2::before,.note>h1::before{content:"";display:block;width:2.75rem;height:3px;margin-bottom:1.1rem;background:var(--accent);
border-radius:2px}
.beside>h2{margin-bottom:.8em}
@media (min-width:56rem){.beside{display:grid;grid-template-columns:minmax(0,4fr) minmax(0,7fr);gap:clamp(2.5rem,5vw,4.5rem)}
.beside>.prose{padding-top:1.2rem}}
.foot{border-top:1px solid var(--border);padding-block:clamp(2.5rem,5vw,3.5rem);background:var(--surface);color:var(--muted);font-size:.95rem}
.foot .wrap{display:flex;flex-wrap:wrap;gap:.5rem 2.5rem;justify-content:space-between;align-items:baseline}
.foot p{margin:0}
.foot a,address a{display:inline-block}
.foot .name{font-family:var(--heading-font);font-size:1.25rem;color:var(--text)}
.button{display:inline-block;margin-top:.4rem;padding:.8em 1.6em;border:1.5px solid transparent;border-radius:var(--radius);background:var(--primary);
color:var(--on-primary);font-weight:600;line-height:1.2;text-align:center;text-wrap:balance;text-decoration:none;transition:transform .15s,box-shadow .15s}
.button:hover{transform:translateY(-2px);box-shadow:0 .5rem 1.4rem rgb(0 0 0/.22)}
.button:active{transform:none}
.button.inverse{background:var(--on-band);color:var(--band)}
.button.quiet{background:none;color:var(--secondary);border-color:currentColor}
@media (prefers-color-scheme:dark){.button.quiet{color:var(--text);border-color:var(--secondary)}}
.button.quiet:hover{background:var(--secondary);color:var(--surface);border-color:var(--secondary);box-shadow:none}
.note{min-height:62vh;display:grid;align-content:center;padding-block:4rem}
.note .lead{text-wrap:balance}`

const blocks = `
.hero{position:relative;display:grid;align-items:end;overflow:hidden;min-height:clamp(18rem,34vw,26rem);
border-radius:calc(var(--radius)*1.5);background:var(--band);color:var(--on-band);isolation:isolate}
.hero>*{grid-area:1/1}
.hero>img::after{background:var(--band)}
.bar img::after{padding:0;place-content:center start;background:var(--logo-back,var(--background));color:var(--logo-text,var(--text));font:1.2rem var(--heading-font);text-align:start}
.hero>img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;z-index:-2}
.hero.pictured{min-height:clamp(27rem,48vw,34rem);background:#14181d;color:#fff}
.hero:not(.pictured)::after,.call::after{content:"";position:absolute;inset-inline-end:-12%;top:-38%;width:62%;aspect-ratio:1;border-radius:50%;
background:currentColor;opacity:.07;z-index:-1}
.call::after{inset-inline-end:-16%;width:max(38%,11rem)}
.hero-text{padding:clamp(1.75rem,5vw,4rem)}
.hero-text>*{max-width:32rem}
.pictured .hero-text{padding-top:9rem;background:linear-gradient(to top,rgb(0 0 0/.8),rgb(0 0 0/.58) calc(100% - 8rem),transparent)}
.hero-text h2{font-size:clamp(2rem,1.5rem + 2.6vw,3.5rem);margin-bottom:.35em}
.hero-text .long{font-size:clamp(1.6rem,1.2rem + 1.6vw,2.5rem)}
.hero-text p{font-size:clamp(1.05rem,1rem + .4vw,1.3rem)}
.hero.pictured .button{background:#fff;color:#14181d}
.hero :focus-visible,.call :focus-visible{outline-color:var(--on-band)}
.hero.pictured :focus-visible{outline-color:#fff}
.picture{margin-inline:auto}
.picture img{width:100%;aspect-ratio:3/2;object-fit:cover;background:var(--border);border-radius:calc(var(--radius)*1.5)}
@media (min-width:56rem){.picture img{aspect-ratio:2/1}
.pictured .hero-text{align-self:stretch;display:grid;align-content:end;justify-items:start;
background:linear-gradient(to var(--end),rgb(0 0 0/.76),rgb(0 0 0/.58) 38rem,transparent 66rem)}}
figcaption{margin-top:.8rem;color:var(--muted);font-size:.95rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:clamp(1rem,2.5vw,1.75rem);
list-style:none;margin:0;padding:0}
.card{display:flex;flex-direction:column;overflow:hidden;background:var(--surface);border:1px solid var(--border);
border-radius:var(--radius);box-shadow:0 1px 2px rgb(0 0 0/.05),0 1rem 2rem -1.4rem rgb(0 0 0/.3)}
.card img{width:100%;aspect-ratio:3/2;object-fit:cover;background:var(--border)}
.card-text{display:flex;flex-direction:column;flex:1;padding:1.5rem}
.card:not(:has(img))::before{content:"";height:.4rem;background:var(--accent)}
.cards:has(img) .card:not(:has(img))::before{height:auto;aspect-ratio:3/2}
.cards:has(img) .card:not(:has(img))::before,.card img::after{background:
radial-gradient(circle at 82% 8%,rgb(255 255 255/.12) 45%,transparent 45.5%),
radial-gradient(circle at 12% 108%,rgb(0 0 0/.14) 38%,transparent 38.5%),var(--band)}
.card h2,.card h3{font-size:1.3rem;margin-bottom:.4em}
.card p{margin-bottom:.5rem}
.card .until{color:var(--muted);font-size:.9rem}
.card .price{margin:auto 0 0;padding-top:1rem;border-top:1px solid var(--border);color:var(--accent);font-size:1.25rem;font-weight:700;
font-variant-numeric:tabular-nums}
.card-text>:nth-last-child(2){margin-bottom:1rem}
.perks{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:0 clamp(2rem,5vw,4.5rem);list-style:none;
margin:0;padding:0}
.perks li{display:grid;grid-template-columns:2.25rem 1fr;gap:1.1rem;padding-block:1.35rem;border-top:1px solid var(--border)}
.perks svg{width:2.25rem;height:2.25rem;padding:.55rem;border-radius:50%;background:var(--primary);color:var(--on-primary)}
.perks strong{display:block;padding-block:calc(1.125rem - .65em) .2em;line-height:1.3;font-size:1.06em}
.perks span{color:var(--muted)}
.place{display:grid;overflow:hidden;background:var(--surface);border:1px solid var(--border);border-radius:calc(var(--radius)*1.5)}
.place>svg{width:100%;height:13rem;background:color-mix(in srgb,var(--border) 35%,var(--surface))}
.river{fill:color-mix(in srgb,var(--primary) 28%,var(--surface))}
.street{stroke:var(--surface);stroke-width:7}
.avenue{stroke:var(--surface);stroke-width:13}
.pin{fill:var(--accent)}
.place circle{fill:var(--surface)}
.place-text{padding:clamp(1.5rem,4vw,3rem)}
@media (min-width:48rem){.place{grid-template-columns:minmax(0,6fr) minmax(0,5fr);min-height:24rem}
.place>svg{height:0;min-height:100%}.place-text{align-self:center}}
.place address{font-style:normal;margin-bottom:1rem}
.place .rating{color:var(--muted);font-size:.95rem}
.call{position:relative;overflow:hidden;isolation:isolate;text-align:center;padding:clamp(2.5rem,7vw,5rem) clamp(1.5rem,5vw,4rem);border-radius:calc(var(--radius)*1.5);
background:var(--band);color:var(--on-band)}
.call p{max-width:36em;margin-inline:auto;font-size:1.08em}
.call p{text-wrap:balance}
.hero-text p{text-wrap:pretty}
details{border-top:1px solid var(--border)}
details:last-of-type{border-bottom:1px solid var(--border)}
summary{display:flex;justify-content:space-between;gap:1.5rem;padding-block:1.2rem;cursor:pointer;font-weight:600;
list-style:none;font-size:1.08em}
summary::-webkit-details-marker{display:none}
summary:hover{color:var(--primary)}
summary::after{content:"+";content:"+"/"";flex:none;align-self:start;width:1.5rem;text-align:center;color:var(--accent);font-size:1.5rem;line-height:1.2;
transition:transform .2s}
details[open] summary::after{transform:rotate(45deg)}
details .prose{padding-bottom:1.5rem}`

const media = `
@media (prefers-reduced-motion:reduce){*,*::before,*::after{transition:none!important;scroll-behavior:auto!important}
.button:hover{transform:none}}
@media print{body{display:block;min-height:0}:root{--background:#fff;--surface:#fff;--text:#000;--muted:#333;--border:#999;--primary:#000;--accent:#000;
--on-primary:#fff;--band:#fff;--on-band:#000}.skip,.button,.place>svg,summary::after{display:none}.hero,.call{background:none;color:#000;min-height:0;border:1px solid #999}
.hero.pictured,.pictured .hero-text{background:none;color:#000;min-height:0;padding-top:1.75rem}
.hero>img,.hero::after,.call::after,.card::before{display:none!important}.card{box-shadow:none}
h1,h2,h3,h4,summary{break-after:avoid}.hero,.call,.card,.place,.picture,.perks li,details{break-inside:avoid}
.block{margin-top:2.5rem}.place{min-height:0;grid-template-columns:1fr}.perks svg{background:none;color:#000}
details::details-content{content-visibility:visible;display:block}
a[href^="https"]::after{content:" (" attr(href) ")";font-size:.85em}}`

/**
 * The style sheet of every page. Colours, fonts and corner radii are variables set by its theme. No web font is loaded.
 */
export const pageStyle: string = `${base}${frame}${blocks}${media}`.replaceAll("\n", "")
