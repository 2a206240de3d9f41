/*
 * The colours match the screens (web/platform/styles/_tokens.scss). The content security policy requires a separate
 * file.
 */
export const docsStyle = `
:root{color-scheme:light dark;--ink:#212b32;--quiet:#4c6272;--line:#d8dde0;--ground:#fff;--head:#e8edee;--blue:#005eb8}
@media (prefers-color-scheme:dark){:root{--ink:#e8edee;--quiet:#b3c0c9;--line:#3d4a54;--ground:#1b242b;--head:#29343c;--blue:#84bdf5}}
*{box-sizing:border-box}
html{font:17px/1.5 'Source Sans 3',arial,sans-serif;color:var(--ink);background:var(--ground)}
body{margin:0 auto;padding:0 16px 48px;max-width:68rem}
header p{margin:12px 0}
h1{font-size:28px;line-height:1.2;margin:16px 0;overflow-wrap:anywhere}
h2{font-size:21px;line-height:1.3;margin:40px 0 8px;overflow-wrap:anywhere}
h3{font-size:17px;margin:20px 0 4px}
p,ol,ul{margin:8px 0;max-width:50em}
li{margin:4px 0}
.parts{display:flex;flex-wrap:wrap;gap:0 20px;list-style:none;padding:0;max-width:none}
a{color:var(--blue);overflow-wrap:anywhere}
.parts a,li>a{display:inline-block;min-height:24px}
:focus-visible{background:#ffeb3b;color:#212b32;outline:3px solid #212b32}
:focus-visible code{background:none}
main:focus,.wide:focus-visible,pre:focus-visible{background:none;color:inherit}
main:focus{outline:none}
.wide:focus-visible,pre:focus-visible{outline:3px solid var(--ink)}
.skip{position:absolute;left:-999px}.skip:focus{position:static}
.quiet{color:var(--quiet)}
code{font:15px/1.4 ui-monospace,monospace;background:var(--head);padding:1px 4px;overflow-wrap:anywhere}
pre{font:15px/1.4 ui-monospace,monospace;background:var(--head);padding:12px;overflow-x:auto}
.wide{overflow-x:auto;margin:8px 0}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:8px 12px 8px 0;text-align:left;vertical-align:top}
thead th{border-bottom:2px solid var(--ink)}
tbody th{font-weight:400;width:1%;min-width:5em}th code{white-space:nowrap}th a{display:inline-block;min-width:24em}td a{overflow-wrap:normal}td{min-width:4em}td:last-child{min-width:13em}
@media (max-width:560px){html{font-size:16px}tbody th{min-width:3em}th a{min-width:9.5em;width:9.5em}td:last-child{min-width:11em}}
@media print{:root{color-scheme:light}a{color:inherit}.wide,pre{overflow:visible}}
`
