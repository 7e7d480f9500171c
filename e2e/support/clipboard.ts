import type { Page } from '@playwright/test';

/** The content that a program puts on the clipboard. */
export type Clip = { html: string; text: string };

/** Pastes a formatted text into the field that has the focus. */
export async function paste(page: Page, { html, text }: Clip): Promise<void> {
  await page.evaluate(
    // The browser would sanitize HTML that a page writes to the clipboard, and remove Word's styles with it. So the
    // event has its own data.
    ([html, text]) => {
      const data = new DataTransfer();
      data.setData('text/html', html);
      data.setData('text/plain', text);
      const event = new ClipboardEvent('paste', {
        clipboardData: data,
        bubbles: true,
        cancelable: true,
      });
      const isHandled = !document.activeElement?.dispatchEvent(event);
      // As the browser would, insert the plain text if nothing has handled the event.
      if (!isHandled) document.execCommand('insertText', false, text);
    },
    [html, text] as const,
  );
}

/** Word for Windows: list items are paragraphs that contain their marker as text, enclosed in conditional comments. */
const item = (text: string, { level = 1, marker = '·', list = 0 } = {}) => `
<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;
mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:
Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=EN-US>${text}<o:p></o:p></span></p>`;

export const WORD: Clip = {
  html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!--
/* List Definitions */ @list l0 {mso-list-id:1; mso-list-type:hybrid;} p.MsoNormal {margin:0cm;}
--></style></head><body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h2><span lang=EN-US>About the role<o:p></o:p></span></h2>
<p class=MsoNormal><span lang=EN-US>You will repair <b>looms</b> and <i>shuttles</i>. See
<a href="https://loom.example/team">the&nbsp;team</a>.<o:p></o:p></span></p>
<p class=MsoNormal><b><span lang=EN-US>Tasks:<o:p></o:p></span></b></p>
${item('Oil the looms')}${item('Every morning', { level: 2, marker: 'o' })}${item('Order yarn')}
<p class=MsoNormal><b><span lang=EN-US>Steps</span></b><span lang=EN-US><o:p></o:p></span></p>
${item('Apply', { list: 1, marker: '1.' })}${item('Meet us', { list: 1, marker: '2.' })}
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<!--EndFragment--></body></html>`,
  text: 'About the role\r\nYou will repair looms and shuttles. See the team.\r\nTasks:\r\n·\tOil the looms\r\n',
};

const span = (text: string, style = 'font-weight:400;font-style:normal') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;${style};white-space:pre-wrap;">${text}</span>`;

/**
 * Google Docs: everything is in a `b` of normal weight, emphasis is a style, and a nested list follows its item instead
 * of being inside it.
 */
export const GOOGLE_DOCS: Clip = {
  html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff"><h2 dir="ltr">${span('About the role', 'font-weight:700')}</h2><p dir="ltr" style="line-height:1.38;">${span('You will repair ')}${span('looms', 'font-weight:700')}${span(' and ')}${span('shuttles', 'font-style:italic')}${span('.')}</p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation">${span('Oil the looms')}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${span('Every morning')}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('Order yarn')}</p></li></ul></b><br class="Apple-interchange-newline">`,
  text: 'About the role\nYou will repair looms and shuttles.\nOil the looms\nEvery morning\nOrder yarn',
};

/** Outlook on the web: each line is a `div`, and empty lines contain a line break. */
export const OUTLOOK: Clip = {
  html: `<html><body><!--StartFragment--><div class="elementToProof" style="font-family: Aptos, sans-serif;">Hello,</div><div class="elementToProof"><br></div><div class="elementToProof">we need a <b>weaver</b>:</div><ul data-editing-info='{"orderedStyleType":1}' style="margin-top: 0px;"><li style="font-family: Aptos;"><div role="presentation" class="elementToProof">Two looms</div></li><li><div role="presentation" class="elementToProof">No 2*3 shifts</div></li></ul><!--EndFragment--></body></html>`,
  text: 'Hello,\n\nwe need a weaver:\n\n  * Two looms\n  * No 2*3 shifts\n',
};

/** A web page: the browser also copies the computed styles of each element, hidden elements and scripts. */
export const WEB_PAGE: Clip = {
  html: `<meta charset='utf-8'><h3 style="font-size: 18px; font-weight: 700;">What we offer</h3><p style="color: rgb(33, 37, 41); font-weight: 400;">Tea,&nbsp;<strong style="font-weight: bolder;">yarn</strong><span style="display: none">hidden</span> and <a href="javascript:alert(1)">more</a>. <a href="/jobs">Jobs</a> <img src="https://tracker.example/1.gif" onerror="alert(1)"></p><script>alert(1)</script><ol start="3"><li>Three</li><li>Four</li></ol><button>Apply now</button>`,
  text: 'What we offer\n\nTea, yarn and more. Jobs\n\n3. Three\n4. Four\n',
};

/** An editor of source text: the HTML only colors the Markdown that was copied. */
export const SOURCE_EDITOR: Clip = {
  html: `<meta charset='utf-8'><div style="color: #d4d4d4;font-family: Menlo, monospace;white-space: pre;"><div><span style="color: #569cd6;">## Us</span></div><br><div><span>- **a**</span></div></div>`,
  text: '## Us\n\n- **a**',
};

const webItem = (text: string, level = 1, list = 'ul', start = 1) =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${list} class="SCXW1 BCX0" role="list" start="${start}"><li data-leveltext="-" data-listid="1" data-aria-posinset="${start}" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1 BCX0" style="margin-left: 24px"><p class="Paragraph SCXW1" paraid="1"><span data-contrast="auto" lang="EN-US" class="TextRun SCXW1"><span class="NormalTextRun SCXW1">${text}</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></li></${list}></div>`;

/** Word on the web: each item is in a separate list, and headings are paragraphs. */
export const WORD_ON_THE_WEB: Clip = {
  html: `<html><body><!--StartFragment--><div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="2"><span class="TextRun SCXW1" style="font-weight: bold"><span class="NormalTextRun">About the role</span></span><span class="EOP">&nbsp;</span></p></div><div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun">You will repair </span><span class="TextRun" style="font-weight: bold">looms</span><span class="TextRun">.</span></p></div>${webItem('Oil the looms')}${webItem('Every morning', 2)}${webItem('Order yarn')}<div class="OutlineElement"><p class="Paragraph"><span>Steps</span></p></div>${webItem('Apply', 1, 'ol', 1)}${webItem('Meet us', 1, 'ol', 2)}<!--EndFragment--></body></html>`,
  text: 'About the role\nYou will repair looms.\nOil the looms\nEvery morning\nOrder yarn\nSteps\nApply\nMeet us',
};

const wordCell = (text: string) =>
  `<td width=200 valign=top style='width:150.25pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal style='margin-bottom:0cm'>${text}<o:p></o:p></p></td>`;

/** A table of Word, whose first row is bold. */
export const WORD_TABLE: Clip = {
  html: `<html><body><p class=MsoNormal>Jobs:</p><table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0>
<tr>${['Role', 'Pay', 'Place'].map((text) => wordCell(`<b><span lang=EN-US>${text}</span></b>`)).join('')}</tr>
<tr>${['Weaver', '$50K', 'Porto'].map(wordCell).join('')}</tr>
<tr>${['<b>Spinner</b>', '<o:p>&nbsp;</o:p>', 'Lyon'].map(wordCell).join('')}</tr>
</table><p class=MsoNormal>Apply now.</p></body></html>`,
  text: 'Jobs:\r\nRole\tPay\tPlace\r\nWeaver\t$50K\tPorto\r\nSpinner\t\tLyon\r\nApply now.',
};

/** Tables of a web page: one without labels, and one that arranges paragraphs. */
export const WEB_TABLES: Clip = {
  html: `<meta charset='utf-8'><table><tbody><tr><td>Monday</td><td>Looms | yarn</td></tr><tr><td>Tuesday</td><td><div>Wool</div><div>Silk</div></td></tr></tbody></table><table><tr><td><h3>Tea</h3></td><td><p>Free.</p></td></tr></table>`,
  text: 'Monday\tLooms | yarn\nTuesday\tWool Silk\nTea\tFree.',
};
