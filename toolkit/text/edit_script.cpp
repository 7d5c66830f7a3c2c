#include "toolkit/text/edit_script.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace toolkit::text {

namespace {

using Lines = std::span<const std::string_view>;

class Script {
public:
    void add(StepKind kind)
    {
        steps.push_back({kind, before, after});
        before += kind == StepKind::added ? 0 : 1;
        after += kind == StepKind::removed ? 0 : 1;
    }

    void add(StepKind kind, std::size_t times)
    {
        for (std::size_t time = 0; time < times; ++time)
            add(kind);
    }

    std::vector<ScriptStep> take() { return std::move(steps); }

private:
    std::vector<ScriptStep> steps;
    std::size_t before = 0;
    std::size_t after = 0;
};

// A state of the search: the numbers of lines of both texts that have been consumed.
struct Point {
    int shorter;
    int longer;
    int previous; // index of the state before; -1: the beginning
};

// The algorithm of Wu, Manber, Myers and Miller: "An O(NP) sequence comparison algorithm" (1990).
// Diagonal k contains the points with longer - shorter = k. For each diagonal, the furthest point
// is stored that can be reached with the current number of removals, which grows by one in each
// round.
class ShortestWay {
public:
    ShortestWay(Lines shorter, Lines longer)
        : shorter(shorter)
        , longer(longer)
        , offset(static_cast<int>(shorter.size()) + 1)
        , furthest(shorter.size() + longer.size() + 3, {-1, -1})
    {
    }

    // Returns the corners of the path, first to last; between them it consists of straight lines.
    // If the search takes too much memory, the path ends before the ends of the texts, but after
    // their beginnings.
    std::vector<Point> points()
    {
        constexpr std::size_t max_points = 2'000'000; // 24 MB
        const int last = static_cast<int>(longer.size() - shorter.size());
        const int end = static_cast<int>(longer.size());
        for (int removals = 0; at(last).longer != end && reached.size() < max_points; ++removals) {
            for (int diagonal = -removals; diagonal < last; ++diagonal)
                extend(diagonal);
            for (int diagonal = last + removals; diagonal > last; --diagonal)
                extend(diagonal);
            extend(last);
        }
        std::vector<Point> way;
        for (int index = at(last).index; index >= 0;
             index = reached[static_cast<std::size_t>(index)].previous)
            way.push_back(reached[static_cast<std::size_t>(index)]);
        std::reverse(way.begin(), way.end());
        return way;
    }

private:
    struct Furthest {
        int longer;
        int index; // in `reached`
    };

    Furthest& at(int diagonal)
    {
        const int index = diagonal + offset;
        return furthest[static_cast<std::size_t>(index)];
    }

    // Extends a diagonal by one added or removed line, and then by all equal lines.
    void extend(int diagonal)
    {
        const Furthest by_adding = at(diagonal - 1);
        const Furthest by_removing = at(diagonal + 1);
        const bool adds = by_adding.longer + 1 > by_removing.longer;
        int there = std::max(by_adding.longer + 1, by_removing.longer);
        int here = there - diagonal;
        while (here < static_cast<int>(shorter.size()) && there < static_cast<int>(longer.size())
            && shorter[static_cast<std::size_t>(here)] == longer[static_cast<std::size_t>(there)]) {
            ++here;
            ++there;
        }
        at(diagonal) = {there, static_cast<int>(reached.size())};
        reached.push_back({here, there, adds ? by_adding.index : by_removing.index});
    }

    Lines shorter;
    Lines longer;
    int offset;
    std::vector<Furthest> furthest; // by diagonal
    std::vector<Point> reached;
};

// Reorders changes: removed lines of a run come before its added lines.
class Changes {
public:
    explicit Changes(Script& script)
        : script(script)
    {
    }

    void add(StepKind kind)
    {
        if (kind == StepKind::common) {
            flush();
            script.add(kind);
        } else {
            ++(kind == StepKind::removed ? removed : added);
        }
    }

    void flush()
    {
        script.add(StepKind::removed, std::exchange(removed, 0));
        script.add(StepKind::added, std::exchange(added, 0));
    }

private:
    Script& script;
    std::size_t removed = 0;
    std::size_t added = 0;
};

void add_shortest(Script& script, Lines before, Lines after)
{
    Changes changes(script);
    while (!before.empty() || !after.empty()) {
        const bool removes_more = before.size() >= after.size();
        int shorter = 0;
        int longer = 0;
        for (const Point& point :
            (removes_more ? ShortestWay(after, before) : ShortestWay(before, after)).points())
            while (shorter < point.shorter || longer < point.longer) {
                const int ahead = (point.longer - point.shorter) - (longer - shorter);
                changes.add(ahead == 0                ? StepKind::common
                        : (ahead > 0) == removes_more ? StepKind::removed
                                                      : StepKind::added);
                longer += ahead >= 0 ? 1 : 0;
                shorter += ahead <= 0 ? 1 : 0;
            }
        before = before.subspan(static_cast<std::size_t>(removes_more ? longer : shorter));
        after = after.subspan(static_cast<std::size_t>(removes_more ? shorter : longer));
    }
    changes.flush();
}

}

std::vector<ScriptStep> line_script(
    const std::vector<std::string_view>& before, const std::vector<std::string_view>& after)
{
    static constexpr std::size_t max_lines = 4000;
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < shorter && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (
        tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const Lines removed = Lines(before).subspan(head, before.size() - head - tail);
    const Lines added = Lines(after).subspan(head, after.size() - head - tail);
    Script script;
    script.add(StepKind::common, head);
    if (removed.empty() || added.empty() || removed.size() + added.size() > max_lines) {
        script.add(StepKind::removed, removed.size());
        script.add(StepKind::added, added.size());
    } else {
        add_shortest(script, removed, added);
    }
    script.add(StepKind::common, tail);
    return script.take();
}

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
