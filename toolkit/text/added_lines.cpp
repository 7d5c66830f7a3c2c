#include "toolkit/text/added_lines.hpp"

#include "toolkit/text/folding.hpp"
#include "toolkit/text/lower_case.hpp"

namespace toolkit::text {

AddedLines::AddedLines(const Substitution& substitution)
    : texts(substitution)
    , all(split_lines(substitution.new_text))
{
    for (const Line& line : split_lines(substitution.old_text))
        old_lines.insert(line.text);
    added.reserve(all.size());
    for (const Line& line : all)
        if (old_lines.count(line.text) == 0 && !trimmed(line.text).empty())
            added.push_back(line.text);
}

static std::string_view suffix_of(std::string_view name)
{
    const std::string_view base = name.substr(name.find_last_of('/') + 1);
    return base.find('.') == std::string_view::npos ? std::string_view()
                                                    : base.substr(base.rfind('.') + 1);
}

bool has_suffix(std::string_view name, std::string_view suffixes)
{
    const std::string suffix = " " + in_lower_case(suffix_of(name)) + " ";
    return suffixes.find(suffix) != std::string_view::npos;
}

bool is_prose(std::string_view name)
{
    return has_suffix(name,
        " adoc approved asciidoc diff expected golden log markdown md mdx mkd org out patch qmd "
        "rej rmd rst snap stderr stdout tex text txt ");
}

bool may_quote_code(std::string_view name) { return is_prose(name) || suffix_of(name).empty(); }

bool AddedLines::is_markup(std::string_view name) const
{
    static constexpr std::string_view before_tag = " \t\r\n\xef\xbb\xbf";
    const std::size_t first = texts.file.find_first_not_of(before_tag);
    return (first != std::string_view::npos && texts.file[first] == '<')
        || has_suffix(name,
            " ascx aspx astro atom axaml axml cfm config cshtml csproj ditamap dita eex ejs erb "
            "fsproj ftl fxml gohtml gpx haml handlebars hbs heex htm html iml j2 jelly jinja "
            "jinja2 jsp jspf jsx kml launch leex liquid manifest mako marko master mustache njk "
            "nunjucks nuspec opml owl phtml php plist pom props pug razor rdf resw resx rhtml rss "
            "ruleset runsettings slnx storyboard svelte svg targets tld tmpl tpl ts tsx twig ui "
            "vbproj vcxproj vm vue vsixmanifest wsdl wxi wxs xaml xhtml xib xlf xliff xml xsd xsl "
            "xslt xul ");
}

}
