/**
 * A shortened example of what Word puts on the clipboard: styles, classes, colours, a list as paragraphs, a table, a
 * picture.
 */
export const wordHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif; color:#C00000;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1><span style='font-size:16.0pt;color:#2F5496'>What we
found<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><span lang=EN-GB style='font-family:"Comic Sans MS";color:red'>Mrs Ashworth
walks <b style='mso-bidi-font-weight:normal'>well</b> with a&nbsp;stick.<span style='mso-spacerun:yes'>  </span>She is not afraid any more.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Keep the stairs clear<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Wear <b>firm</b> shoes<o:p></o:p></p>
<h2 style='mso-list:none'>Medicines<o:p></o:p></h2>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-border-alt:solid windowtext .5pt'>
<tr style='mso-yfti-irow:0'><td width=301 valign=top style='background:#D9E2F3'><p class=MsoNormal><b>Medicine<o:p></o:p></b></p></td>
<td width=301><p class=MsoNormal><b>Dose<o:p></o:p></b></p></td></tr>
<tr style='mso-yfti-irow:1'><td width=301><p class=MsoNormal>Ramipril<o:p></o:p></p></td>
<td width=301><p class=MsoNormal>5 mg</p><p class=MsoNormal>once a day<o:p></o:p></p></td></tr></table>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Ring us</p>
<p class=MsoNormal><v:shapetype id="_x0000_t75" coordsize="21600,21600"/><img width=80 height=40 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png"></p>
<p class=MsoNormal>Fernhill Falls Service<br>
12 Mill Lane<o:p></o:p></p>
<!--EndFragment--></body></html>`
