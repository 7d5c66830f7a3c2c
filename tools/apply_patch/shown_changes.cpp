#include "shown_changes.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

static const Content* content_of(const std::optional<Content>& content)
{
    return content ? &*content : nullptr;
}

// One of the texts that a change lies between, by lines.
class Lines {
public:
    explicit Lines(std::string_view text)
        : text(text)
    {
    }

    // Where this line begins; asked for in rising order.
    std::size_t begin_of(std::size_t line)
    {
        for (; at_line < line && at < text.size(); ++at_line)
            at = std::min(text.find('\n', at), text.size() - 1) + 1;
        return at;
    }

private:
    std::string_view text;
    std::size_t at = 0;
    std::size_t at_line = 0;
};

// All between the first difference and the last.
static TextChange as_one(std::string_view before, std::string_view after)
{
    const auto head = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first - before.begin());
    const std::size_t most = std::min(before.size(), after.size()) - head;
    std::size_t tail = 0;
    while (tail < most && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {{head, before.size() - tail}, std::string(after.substr(head, after.size() - tail - head))};
}

// Hunk by hunk, so that what lies between two of them is not looked at; as one, where they do not tell all of it.
static std::vector<TextChange> changes_between(
    std::string_view before, std::string_view after, std::vector<ChangedLines> hunks)
{
    std::sort(hunks.begin(), hunks.end(),
        [](const ChangedLines& left, const ChangedLines& right) { return left.first < right.first; });
    Lines old_lines(before);
    Lines new_lines(after);
    std::vector<TextChange> changes;
    std::size_t grown = 0; // wraps around where lines are fewer
    std::size_t old_done = 0;
    std::size_t new_done = 0;
    const auto is_same = [&](std::size_t old_end, std::size_t new_end) {
        return before.substr(old_done, old_end - old_done) == after.substr(new_done, new_end - new_done);
    };
    for (const auto& hunk : hunks) {
        const std::size_t old_begin = old_lines.begin_of(hunk.first);
        const std::size_t new_begin = new_lines.begin_of(hunk.first + grown);
        if (!is_same(old_begin, new_begin))
            return {as_one(before, after)};
        old_done = old_lines.begin_of(hunk.first + hunk.before);
        new_done = new_lines.begin_of(hunk.first + grown + hunk.after);
        grown += hunk.after - hunk.before;
        changes.push_back(
            {{old_begin, old_done}, std::string(after.substr(new_begin, new_done - new_begin))});
    }
    if (!is_same(before.size(), after.size()))
        return {as_one(before, after)};
    return changes;
}

static std::string mode_in_words(mode_t mode)
{
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), "100%03o", mode);
    return text.data();
}

// The lines that git has for what no hunk says.
static std::string extended_header(const FileReport& file, const Content* before, const Content* after)
{
    std::string text;
    if (before != nullptr && after != nullptr && before->mode != after->mode)
        text = "old mode " + mode_in_words(before->mode) + "\nnew mode " + mode_in_words(after->mode) + "\n";
    if (before == nullptr && after != nullptr && after->mode != 0644)
        text = "new file mode " + mode_in_words(after->mode) + "\n";
    const bool is_copy = file.action == Action::copy;
    if (is_copy || file.action == Action::rename)
        text += (is_copy ? "copy from " : "rename from ") + header_name("", file.from)
            + (is_copy ? "\ncopy to " : "\nrename to ") + header_name("", file.name) + "\n";
    if (text.empty())
        return {};
    const std::string& from = file.from.empty() ? file.name : file.from;
    return "diff --git " + header_name("a/", from) + " " + header_name("b/", file.name) + "\n" + text;
}

static Diff shown_change(const FileReport& file, const Tree& tree, std::size_t most)
{
    const bool has_source = file.action == Action::rename || file.action == Action::copy;
    const Content* before = content_of(tree.at(has_source ? file.from_key : file.key).before);
    const Content* after = content_of(tree.at(file.key).after);
    const std::string_view old_text = before == nullptr ? "" : std::string_view(before->text);
    const std::string_view new_text = after == nullptr ? "" : std::string_view(after->text);
    const std::string header = extended_header(file, before, after);
    if (header.size() > most)
        return {"", true};
    if (old_text == new_text && before != nullptr && after != nullptr)
        return {header, false};
    DiffNames names;
    if (before != nullptr)
        names.before = has_source ? file.from : file.name;
    if (after != nullptr)
        names.after = file.name;
    Diff diff = unified_diff(
        old_text, changes_between(old_text, new_text, file.lines), names, most - header.size());
    diff.text.insert(0, header);
    return diff;
}

Diff shown_changes(const std::vector<FileReport>& files, const Tree& tree, std::size_t most)
{
    Diff all {"", false};
    for (const auto& file : files) {
        Diff diff = shown_change(file, tree, most - all.text.size());
        all.text += diff.text;
        if ((all.is_cut = diff.is_cut))
            break;
    }
    return all;
}
