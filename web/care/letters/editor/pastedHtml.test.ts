import { expect, it } from 'vitest'
import { plainDress } from './pastedHtml.ts'
import { wordHtml } from '../../../testing/wordHtml.ts'

it('what is copied from Word comes as headings, lists, bold and words', () => {
  expect(plainDress(wordHtml)).toBe(
    [
      '<h2>What we found</h2>',
      '<p>Mrs Ashworth walks <strong>well</strong> with a stick. She is not afraid any more.</p>',
      '<ul><li>Keep the stairs clear</li><li>Wear <strong>firm</strong> shoes</li></ul>',
      '<h2>Medicines</h2>',
      '<p><strong>Medicine</strong>, <strong>Dose</strong></p>',
      '<p>Ramipril, 5 mg once a day</p>',
      '<ul><li>Ring us</li></ul>',
      '<p>Fernhill Falls Service<br>12 Mill Lane</p>',
    ].join(''),
  )
})

it.each([
  ['<b style="font-weight:normal"><p>Plain</p></b>', '<p>Plain</p>'],
  ['<span style="font-weight:700">Bold</span> words', '<p><strong>Bold</strong> words</p>'],
  ['<ol><li>One<ul><li>Two</li></ul></li></ol>', '<ul><li>One</li><li>Two</li></ul>'],
  ['<div>One<div>Two</div>Three</div>', '<p>One</p><p>Two</p><p>Three</p>'],
  [
    '<p class=MsoListParagraph><span>·<span>&nbsp; &nbsp;</span></span>One <b>two</b></p><p>• Three</p>',
    '<ul><li>One <strong>two</strong></li><li>Three</li></ul>',
  ],
  ['<p style="mso-list: none">No point</p>', '<p>No point</p>'],
  // Word's tracked changes, hidden text and comments
  ['<p><del>stop warfarin </del><ins>review</ins> medicines<s> today</s></p>', '<p>review medicines</p>'],
  [
    '<p>Seen<span style="mso-hide:all">x</span><a class=MsoCommentReference href="#c1">[PN1]</a></p><div style="mso-element:comment-list"><p class=MsoCommentText>Is this the wrong patient?</p></div>',
    '<p>Seen</p>',
  ],
  ['<p>One<br><br>Two</p>', '<p>One</p><p>Two</p>'],
  ['<img src="https://example.org/x.png" alt="x"><script>alert(1)</script>', ''],
  ['<a href="https://example.org" onclick="x()">Here</a> &lt;b&gt;', '<p>Here &lt;b&gt;</p>'],
  ['', ''],
])('%j comes as %j', (html, becomes) => {
  expect(plainDress(html)).toBe(becomes)
})
