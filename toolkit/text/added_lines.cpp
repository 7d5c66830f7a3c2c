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
    return has_suffix(
        name, " adoc asciidoc diff markdown md mdx mkd org patch qmd rej rmd rst tex text txt ");
}

bool may_quote_code(std::string_view name) { return is_prose(name) || suffix_of(name).empty(); }

bool is_markup(std::string_view name)
{
    return has_suffix(name,
        " astro cshtml ejs erb haml hbs htm html j2 jinja jsp jsx mustache php plist pug razor "
        "resx svelte svg tmpl tpl ts tsx twig ui vue xaml xhtml xml xsl ");
}

}
