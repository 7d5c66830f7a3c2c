#include "catch.hpp"
#include "tools/fetch_url/html_text.hpp"

using fetch_url::text_of_html;

TEST_CASE("HTML becomes Markdown")
{
    const auto [html, expected] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {" \n ", ""},
        {"text", "text\n"},
        {"a\n  b\tc&nbsp;d", "a b c d\n"},
        {"<p>one<p>two</p> three", "one\n\ntwo\n\nthree\n"},
        {"<div>one<div>two</div></div>three", "one\ntwo\nthree\n"},
        {"<p></p><p> </p><div></div>x", "x\n"},
        {"one<br>two<br/><br>three", "one\ntwo\n\nthree\n"},
        {"a<b>b</b> <i>c</i>d", "ab cd\n"},
        {"<h1>A</h1><h2>B <em>C</em></h2><p>d", "# A\n\n## B C\n\nd\n"},
        {"<h3></h3>x", "x\n"},
        {"<ul><li>a<li>b</li></ul>c", "- a\n- b\n\nc\n"},
        {"<ol><li>a<li>b<ul><li>c</ul><li>d</ol>", "1. a\n2. b\n  - c\n3. d\n"},
        {"<ul><li><p>a</p></li><li></li><li><div>b</div></ul>", "- a\n\n- b\n"},
        {"<li>a", "- a\n"},
        {"<a href='/x?a=1&amp;b=2'>to <b>x</b></a>.", "[to x](/x?a=1&b=2).\n"},
        {"<a href=x>a</a><a href=y>b<a href=z>c</a>", "[a](x)[b](y)[c](z)\n"},
        {"<a href='a b(c)'>x</a>", "[x](a%20b%28c%29)\n"},
        {"<a href='x'><h2>A</h2><p>b</p></a>", "## A\n\nb <x>\n"},
        {"<a href='x'></a><a name='y'>z</a>", "z\n"},
        {"<a href='javascript:x()'>a</a> <a href='#b'>b</a>", "a b\n"},
        {"<h2>A<a href='#a'>¶</a></h2>", "## A\n"},
        {"<a href='x'>never closed", "never closed\n"},
        {"<img src=x alt='a &lt; b'><img alt=''>", "[image: a < b]\n"},
        {"x <code>a  b</code> y", "x `a b` y\n"},
        {"<pre><code>a\n  b &lt;c&gt;</code></pre>d", "```\na\n  b <c>\n```\n\nd\n"},
        {"<pre>\r\na\r\nb\r\n</pre>", "```\na\nb\n```\n"},
        {"<pre>a<br>b<a href=x>c</a>", "```\na\nbc\n```\n"},
        {"<table><tr><th>A<th>B<tr><td>1</td><td>2</td></table>", "A | B\n1 | 2\n"},
        {"a<hr>b", "a\n\n---\n\nb\n"},
        {"<dl><dt>a<dd>b</dl>", "a\nb\n"},
    }));
    INFO(html);
    CHECK(text_of_html(html).text == expected);
}

TEST_CASE("what is not text is left out")
{
    const auto [html, expected] = GENERATE(table<std::string, std::string>({
        {"a<script>b</script>c", "ac\n"},
        {"a<SCRIPT type='x'>if (1</p>2) '</scr'</Script >c", "ac\n"},
        {"a<style>b</style><svg><title>c</title><svg></svg>d</svg>e", "ae\n"},
        {"<template><template></template>a</template>b", "b\n"},
        {"<select><option>a</select>b", "b\n"},
        {"a<script>never closed", "a\n"},
        {"a<svg>never closed", "a\n"},
        {"a<!-- b --> c<!-->d<!-- never closed", "a cd\n"},
        {"a<!DOCTYPE x><?xml b?><![CDATA[c]]>d", "ad\n"},
        {"<head><title>t</title><meta x>left out</head>a", "a\n"},
        {"<head><title>t</title><p>a", "a\n"},
        {"<noscript>a</noscript>", "a\n"},
        {"<iframe>a</iframe><textarea><p>b</textarea>c", "c\n"},
    }));
    INFO(html);
    CHECK(text_of_html(html).text == expected);
}

TEST_CASE("markup that is broken is text, or counts to the end")
{
    const auto [html, expected] = GENERATE(table<std::string, std::string>({
        {"a < b <3 <", "a < b <3 <\n"},
        {"</ a", "</ a\n"},
        {"a <b", "a\n"},
        {"a <b x='>", "a\n"},
        {"<p x='>' y=\">\" z=> a", "a\n"},
        {"<p / = == x>a", "a\n"},
        {"</p></ul></ol></a></code></pre></h1>a", "a\n"},
        {"<a href=\"x>a</a>", ""},
        {"<<p>>a", "<\n\n>a\n"},
    }));
    INFO(html);
    CHECK(text_of_html(html).text == expected);
}

TEST_CASE("character references are decoded")
{
    const auto [html, expected] = GENERATE(table<std::string, std::string>({
        {"&lt;p&gt; &amp;amp; &quot;&#39;&apos;", "<p> &amp; \"''\n"},
        {"&eacute;&Eacute;&euro;&#233;&#xE9;&#XE9;", "éÉ€ééé\n"},
        {"&amp &copy2024 &lt", "& ©2024 <\n"},
        {"&unknown; & &; &# &#; &#x; &eacute", "&unknown; & &; &# &#; &#x; &eacute\n"},
        {"&#128;&#x93;", "€“\n"},
        {"&#0;&#xD800;&#x110000;&#99999999;", "\uFFFD\uFFFD\uFFFD\uFFFD\n"},
        {"&#x1F600;", "😀\n"},
    }));
    INFO(html);
    CHECK(text_of_html(html).text == expected);
}

TEST_CASE("the title is the first one")
{
    CHECK(text_of_html("<title> A\n&amp; B </title><title>C</title>").title == "A & B");
    CHECK(text_of_html("<svg><title>A</title></svg><title>B</title>").title == "B");
    CHECK(text_of_html("<p>A").title.empty());
    CHECK(text_of_html("<title>" + std::string(5000, 'x')).title.size() == 1000);
}
