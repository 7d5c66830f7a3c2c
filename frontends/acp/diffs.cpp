#include "frontends/acp/diffs.hpp"

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace frontends::acp {

namespace fs = std::filesystem;

static constexpr std::size_t max_hunks = 100;

std::optional<std::string> path_in_workspace(const std::string& path, const std::string& workspace)
{
    const fs::path whole = (fs::path(workspace) / path).lexically_normal();
    const fs::path way = whole.lexically_relative(workspace);
    if (path.empty() || path.find('\0') != std::string::npos || way.empty() || *way.begin() == "..")
        return {};
    return whole.string();
}

namespace {

class HunkReader {
public:
    HunkReader(std::string_view diff, const std::string& workspace)
        : rest(diff)
        , workspace(workspace)
    {
    }

    Json run()
    {
        while (!rest.empty() && hunks.size() < max_hunks) {
            const std::string_view line = take_line();
            if (line.starts_with("--- "))
                before = name_in(line.substr(4));
            else if (line.starts_with("+++ "))
                after = name_in(line.substr(4));
            else if (line.starts_with("@@ -"))
                take_hunk(line.substr(4));
        }
        return std::move(hunks);
    }

private:
    // Returns the next line without its newline.
    std::string_view take_line()
    {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        return line;
    }

    // Returns the name in a header line; empty for none. Quoted names are not supported.
    static std::string name_in(std::string_view text)
    {
        text = text.substr(0, text.find('\t'));
        if (text == "/dev/null" || text.starts_with('"'))
            return {};
        if (text.starts_with("a/") || text.starts_with("b/"))
            text.remove_prefix(2);
        return std::string(text);
    }

    // Removes a range "1,2" or "1" from the text, and returns its number of lines.
    static std::optional<std::uint32_t> take_count(std::string_view& text)
    {
        const auto take_number = [&]() -> std::optional<std::uint32_t> {
            std::uint32_t number = 0;
            const auto [end, error]
                = std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc())
                return {};
            text.remove_prefix(static_cast<std::size_t>(end - text.data()));
            return number;
        };
        if (!take_number())
            return {};
        if (!text.starts_with(','))
            return 1;
        text.remove_prefix(1);
        return take_number();
    }

    void take_hunk(std::string_view head)
    {
        const auto removed = take_count(head);
        if (!removed || !head.starts_with(" +"))
            return;
        head.remove_prefix(2);
        const auto added = take_count(head);
        if (!added)
            return;
        Hunk hunk {*removed, *added};
        while (!rest.empty() && take_line_of(hunk)) { }
        add(std::move(hunk.old_text), std::move(hunk.new_text));
    }

    struct Hunk {
        std::uint32_t removed_left;
        std::uint32_t added_left;
        std::string old_text = {};
        std::string new_text = {};
        char last = ' '; // first character of the previous line
    };

    // Returns false if the next line does not belong to the hunk.
    bool take_line_of(Hunk& hunk)
    {
        const char sign = rest.front();
        if (sign == '\\') { // "\ No newline at end of file"
            (void)take_line();
            if (hunk.last != '+' && hunk.old_text.ends_with('\n'))
                hunk.old_text.pop_back();
            if (hunk.last != '-' && hunk.new_text.ends_with('\n'))
                hunk.new_text.pop_back();
            return true;
        }
        const bool is_old = (sign == ' ' || sign == '-') && hunk.removed_left > 0;
        const bool is_new = (sign == ' ' || sign == '+') && hunk.added_left > 0;
        if ((!is_old && !is_new) || (sign == ' ' && is_old != is_new))
            return false;
        hunk.last = sign;
        const std::string_view line = take_line().substr(1);
        if (is_old)
            hunk.old_text.append(line).append("\n");
        if (is_new)
            hunk.new_text.append(line).append("\n");
        hunk.removed_left -= is_old ? 1 : 0;
        hunk.added_left -= is_new ? 1 : 0;
        return true;
    }

    void add(std::string old_text, std::string new_text)
    {
        const auto path = path_in_workspace(after.empty() ? before : after, workspace);
        if (!path)
            return;
        Json hunk {{"type", "diff"}, {"path", *path}, {"newText", std::move(new_text)}};
        if (!before.empty())
            hunk["oldText"] = std::move(old_text);
        hunks.push_back(std::move(hunk));
    }

    std::string_view rest;
    const std::string& workspace;
    std::string before; // file names; empty for no file
    std::string after;
    Json hunks = Json::array();
};

}

Json diffs_in(std::string_view diff, const std::string& workspace)
{
    return HunkReader(diff, workspace).run();
}

}
