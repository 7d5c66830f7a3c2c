#include "answer.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/failure.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace apply_patch {

static const char* in_words(read::Action action)
{
    switch (action) {
    case read::Action::create: return "created";
    case read::Action::modify: return "modified";
    case read::Action::remove: return "deleted";
    case read::Action::rename: return "renamed";
    case read::Action::copy: break;
    }
    return "copied";
}

static Json answer_of(const apply::MovedHunk& moved)
{
    Json json {{"hunk", moved.hunk}};
    if (moved.stated_line)
        json["statedLine"] = *moved.stated_line;
    json["foundLine"] = moved.found_line;
    return json;
}

static Json answer_of(const ChangedFile& file)
{
    Json json;
    tool::put_path(json, file.report.name);
    json["action"] = file.report.sections == 0 ? "unchanged" : in_words(file.report.action);
    if (!file.report.from.empty())
        tool::put_path(json, file.report.from, "from");
    json["added"] = file.report.added;
    json["removed"] = file.report.removed;
    if (!file.sha256.empty())
        json["sha256"] = file.sha256;
    if (file.mode)
        json["modeOctal"] = tool::mode_octal(*file.mode & 0777);
    for (const auto& moved : file.report.moved)
        json["hunksMoved"].push_back(answer_of(moved));
    for (const auto& loose : file.report.loose)
        json["hunksLoose"].push_back(
            {{"hunk", loose.hunk}, {"foundLine", loose.found_line}, {"ignored", loose.ignored}});
    for (const auto& wrong : file.report.wrong_counts)
        json["wrongCounts"].push_back(
            {{"hunk", wrong.hunk}, {"stated", wrong.stated}, {"counted", wrong.counted}});
    if (file.report.mixes_encodings)
        json["mixesEncodings"] = true;
    if (!file.not_kept.empty())
        json["notKept"] = file.not_kept;
    return json;
}

tool::Answer answer_of(const Changes& changes)
{
    const auto changed = std::count_if(changes.files.begin(), changes.files.end(),
        [](const ChangedFile& file) { return file.report.sections > 0; });
    Json answer {{"filesChanged", changed}, {"files", Json::array()}};
    for (const auto& file : changes.files)
        answer["files"].push_back(answer_of(file));
    if (changes.diff && !changes.diff->text.empty())
        tool::put_text(answer, "diff", changes.diff->text);
    if (changes.diff && changes.diff->is_cut)
        answer["truncated"] = true;
    if (changes.is_already_applied)
        answer["alreadyApplied"] = true;
    tool::put_runs_later(answer, changes.runs_later);
    return answer;
}

static const apply::Content* content_of(const std::optional<apply::Content>& content)
{
    return content ? &*content : nullptr;
}

// The text before or after a change, accessed by line.
class Lines {
public:
    explicit Lines(std::string_view text)
        : text(text)
    {
    }

    // Returns the offset of this line. The line numbers must not decrease from call to call.
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

// Returns the changes hunk by hunk, so that the text between hunks is not compared. Returns a
// single change if the hunks do not account for all differences.
static std::vector<text::TextChange> changes_between(
    std::string_view before, std::string_view after, std::vector<apply::ChangedLines> hunks)
{
    std::sort(hunks.begin(), hunks.end(),
        [](const apply::ChangedLines& left, const apply::ChangedLines& right) {
            return left.first < right.first;
        });
    Lines old_lines(before);
    Lines new_lines(after);
    std::vector<text::TextChange> changes;
    std::size_t grown = 0; // wraps around if there are fewer lines
    std::size_t old_done = 0;
    std::size_t new_done = 0;
    const auto is_same = [&](std::size_t old_end, std::size_t new_end) {
        return before.substr(old_done, old_end - old_done)
            == after.substr(new_done, new_end - new_done);
    };
    for (const auto& hunk : hunks) {
        const std::size_t old_begin = old_lines.begin_of(hunk.first);
        const std::size_t new_begin = new_lines.begin_of(hunk.first + grown);
        if (!is_same(old_begin, new_begin))
            return {text::difference_between(before, after)};
        old_done = old_lines.begin_of(hunk.first + hunk.before);
        new_done = new_lines.begin_of(hunk.first + grown + hunk.after);
        grown += hunk.after - hunk.before;
        changes.push_back(
            {{old_begin, old_done}, std::string(after.substr(new_begin, new_done - new_begin))});
    }
    if (!is_same(before.size(), after.size()))
        return {text::difference_between(before, after)};
    return changes;
}

// Git stores only two modes of files.
static const char* git_mode(const apply::Content& content)
{
    return (content.mode & 0100U) != 0 ? "100755" : "100644";
}

namespace {

// The two sides of one section of the diff. `is_copy` is only used if both sides have a file and
// their names differ.
struct Shown {
    const std::string& old_name;
    const std::string& new_name;
    const apply::Content* before; // null if there is no file
    const apply::Content* after;
    bool is_copy = false;

    bool is_from_elsewhere() const
    {
        return before != nullptr && after != nullptr && old_name != new_name;
    }
};

// Writes the diff between the files before and after the patch, regardless of which sections of the
// patch caused it.
class Shower {
public:
    Shower(const std::vector<apply::FileReport>& files, const apply::Tree& tree, std::size_t most)
        : tree(tree)
        , most(most)
    {
        for (const auto& file : files)
            reported.insert(file.key);
        for (const auto& file : files)
            if (comes_from_elsewhere(file) && is_gone(file.from_key))
                renamed.emplace(file.from_key, &file);
    }

    // Returns false if there is no room for all of it.
    bool show(const apply::FileReport& file)
    {
        const apply::Content* before = content_of(tree.at(file.key).before);
        const apply::Content* after = content_of(tree.at(file.key).after);
        if (comes_from_elsewhere(file)) {
            const auto rename = renamed.find(file.from_key);
            const bool is_copy = rename == renamed.end() || rename->second != &file;
            return put(
                {file.from, file.name, content_of(tree.at(file.from_key).before), after, is_copy},
                file);
        }
        if (!renamed.contains(file.key) && !put({file.name, file.name, before, after}, file))
            return false;
        return !leaves_unsaid(file)
            || put(
                {file.from, file.from, content_of(tree.at(file.from_key).before), nullptr}, file);
    }

    text::Diff take() { return std::move(all); }

private:
    bool is_gone(const std::string& key) const
    {
        return tree.at(key).is_written && !tree.at(key).after;
    }

    // Returns true if the section can be shown as a rename or a copy. If its target existed before,
    // it is shown as a change of that file instead.
    bool comes_from_elsewhere(const apply::FileReport& file) const
    {
        return !file.from_key.empty() && !tree.at(file.key).before && tree.at(file.key).after;
    }

    // Returns true if the source of the file is gone and no section shows that yet. Returns true
    // only once for each source.
    bool leaves_unsaid(const apply::FileReport& file)
    {
        return !file.from_key.empty() && is_gone(file.from_key) && !renamed.contains(file.from_key)
            && reported.insert(file.from_key).second;
    }

    bool put(const Shown& step, const apply::FileReport& file);

    const apply::Tree& tree;
    std::size_t most;
    std::set<std::string> reported; // keys that have a section of their own
    std::map<std::string, const apply::FileReport*> renamed; // by the key of the source
    text::Diff all {"", false};
};

}

// Returns the extended header lines of git, for changes that no hunk shows.
static std::string extended_header(const Shown& step)
{
    std::string text;
    if (step.before == nullptr)
        text = std::string("new file mode ") + git_mode(*step.after) + "\n";
    else if (step.after == nullptr)
        text = std::string("deleted file mode ") + git_mode(*step.before) + "\n";
    else if (std::string_view(git_mode(*step.before)) != git_mode(*step.after))
        text = std::string("old mode ") + git_mode(*step.before) + "\nnew mode "
            + git_mode(*step.after) + "\n";
    if (step.is_from_elsewhere())
        text += (step.is_copy ? "copy from " : "rename from ")
            + text::header_name("", step.old_name) + (step.is_copy ? "\ncopy to " : "\nrename to ")
            + text::header_name("", step.new_name) + "\n";
    return text;
}

bool Shower::put(const Shown& step, const apply::FileReport& file)
{
    if (step.before == nullptr && step.after == nullptr)
        return true;
    const std::string_view old_text
        = step.before == nullptr ? "" : std::string_view(step.before->text);
    const std::string_view new_text
        = step.after == nullptr ? "" : std::string_view(step.after->text);
    std::string header = extended_header(step);
    if (header.empty() && old_text == new_text)
        return true;
    header = "diff --git " + text::header_name("a/", step.old_name) + " "
        + text::header_name("b/", step.new_name) + "\n" + header;
    all.is_cut = header.size() > most - all.text.size();
    if (all.is_cut)
        return false;
    all.text += header;
    if (old_text == new_text)
        return true;
    text::DiffNames names;
    if (step.before != nullptr)
        names.before = step.old_name;
    if (step.after != nullptr)
        names.after = step.new_name;
    text::Diff diff = text::unified_diff(
        old_text, changes_between(old_text, new_text, file.lines), names, most - all.text.size());
    all.text += diff.text;
    all.is_cut = diff.is_cut;
    return !all.is_cut;
}

text::Diff shown_changes(
    const std::vector<apply::FileReport>& files, const apply::Tree& tree, std::size_t most)
{
    Shower shower(files, tree, most);
    for (const auto& file : files)
        if (!shower.show(file))
            break;
    return shower.take();
}

}
