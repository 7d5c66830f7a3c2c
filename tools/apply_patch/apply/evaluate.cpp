#include "evaluate.hpp"

#include "apply.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <set>

// See toolkit/system/hash.cpp.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "toolkit/system/hash.hpp"
#include "toolkit/text/percent_encoding.hpp"

#include <openssl/sha.h>

#include <array>
#include <string>

namespace apply_patch::apply {

using namespace toolkit;

static constexpr std::size_t fewest_digits = 4; // git's own minimum (core.abbrev)

static std::string sha1(std::string_view head, std::string_view text)
{
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest {};
    SHA_CTX context {};
    SHA1_Init(&context);
    SHA1_Update(&context, head.data(), head.size());
    SHA1_Update(&context, text.data(), text.size());
    SHA1_Final(digest.data(), &context);
    return text::hexadecimal(digest);
}

bool is_git_blob(std::string_view text, std::string_view first_digits)
{
    if (first_digits.size() < fewest_digits)
        return false;
    const std::string head = "blob " + std::to_string(text.size()) + '\0';
    return sha1(head, text).starts_with(first_digits)
        || system::sha256(head + std::string(text)).starts_with(first_digits);
}

}

namespace apply_patch::apply {

namespace {

// The result of checking a section.
enum class State {
    to_apply,
    applied, // already applied
    idle, // the section changes nothing
    gone, // the file to be deleted is missing
    // The file to be renamed is missing and its new name exists, which alone does not prove that
    // the patch was applied.
    moved
};

bool mixes_encodings(std::string_view text, const std::vector<read::Hunk>& hunks)
{
    std::string added;
    for (const auto& hunk : hunks)
        for (const auto& line : hunk.lines)
            if (line.mark == read::Mark::added && text::is_utf8(line.line.text))
                added += line.line.text;
    return system::mixes_encodings(text, added);
}

class Evaluator {
public:
    Evaluator(const std::vector<NamedChange>& changes, Tree& tree)
        : tree(tree)
    {
        for (const auto& named : changes) {
            if (named.change->action == read::Action::remove)
                leaving.insert(named.key);
            if (named.change->action == read::Action::rename)
                leaving.insert(named.from_key);
        }
    }

    State evaluate(const NamedChange& named)
    {
        switch (named.change->action) {
        case read::Action::create: return create(named);
        case read::Action::modify: return modify(named);
        case read::Action::remove: return remove(named);
        case read::Action::rename:
        case read::Action::copy: break;
        }
        return rename_or_copy(named);
    }

    Reports reports;

private:
    const std::optional<Content>& current(const std::string& key)
    {
        const TreeFile& file = tree[key];
        return file.is_written ? file.after : file.before;
    }

    const std::optional<Content>& before_or_current(const std::string& key)
    {
        return tree[key].before ? tree[key].before : current(key);
    }

    void write(const std::string& key, std::optional<Content> content)
    {
        tree[key].after = std::move(content);
        tree[key].is_written = true;
    }

    // Returns true if a file is in the way of a new one, and the patch does not remove it itself.
    bool is_in_the_way(const std::string& key)
    {
        return current(key) && (tree[key].is_written || !leaving.contains(key));
    }

    static bool has_mode(const Content& content, const read::FileChange& change)
    {
        return !change.executable || with_executable(content.mode, change) == content.mode;
    }

    static mode_t with_executable(mode_t mode, const read::FileChange& change)
    {
        if (!change.executable)
            return mode;
        return *change.executable ? mode | ((mode & 0444U) >> 2U) : mode & ~mode_t {0111};
    }

    Applied apply(const NamedChange& named, const std::string& text)
    {
        if (named.change->hunks.empty())
            return {Outcome::already_applied, text, {}};
        if (reports.hunks_of(named.key) > 0)
            reworked += text.size();
        if (reworked > max_reworked)
            throw ToolError(Code::too_large,
                "cannot change " + text::in_quotes(named.name)
                    + ": too many sections of the patch are about it",
                "put all hunks of a file under one header");
        return apply_hunks(text, named.change->hunks,
            {named.name, reports.hunks_of(named.key), named.change->old_blob,
                named.change->new_blob, named.change->is_exact});
    }

    State create(const NamedChange& named)
    {
        const read::FileChange& change = *named.change;
        std::string text = created_text(change.hunks, {named.name, reports.hunks_of(named.key)});
        if (is_in_the_way(named.key)) {
            const Content& existing = *current(named.key);
            if (tree[named.key].is_written || existing.text != text || !has_mode(existing, change))
                throw ToolError(Code::already_exists,
                    "cannot create " + text::in_quotes(named.name)
                        + ": it already exists with other content or another mode",
                    "to change it, send hunks with the lines that it has");
            return State::applied;
        }
        if (!change.is_exact && !is_git_blob(text, change.new_blob))
            refuse_foreign_text(text, named.name);
        const auto& replaced = tree[named.key].before;
        const mode_t mode = replaced ? replaced->mode : 0666;
        write(named.key, Content {std::move(text), with_executable(mode, change)});
        reports.add(named, {Outcome::applied, {}, {}}, read::Action::create);
        return State::to_apply;
    }

    State modify(const NamedChange& named)
    {
        const read::FileChange& change = *named.change;
        const auto& existing = current(named.key);
        if (!existing && tree[named.key].is_written)
            throw ToolError(Code::not_found,
                "cannot change " + text::in_quotes(named.name)
                    + ": the patch itself takes it away before",
                "put the change before the section that takes the file away, or leave that out");
        if (begins_file(change)) {
            if (!existing || existing->text == created_text(change.hunks, {named.name}))
                return create(named);
        }
        if (!existing)
            throw ToolError(Code::not_found,
                "cannot change " + text::in_quotes(named.name) + ": there is no such file",
                "correct the name, or send a patch that creates the file");
        Applied applied = apply(named, existing->text);
        if (applied.outcome == Outcome::already_applied && has_mode(*existing, change))
            return is_idle(named) ? State::idle : State::applied;
        const mode_t mode = with_executable(existing->mode, change);
        reports.add(named, applied).mixes_encodings
            |= mixes_encodings(existing->text, change.hunks);
        write(named.key, Content {std::move(applied.text), mode});
        modified.insert(named.key);
        return State::to_apply;
    }

    bool is_idle(const NamedChange& named)
    {
        const bool is_idle
            = !named.change->executable && read::changes_nothing(named.change->hunks);
        if (is_idle)
            reports.add_idle(named);
        return is_idle;
    }

    // Returns true for a single hunk "@@ -0,0 +1,N @@", which begins a file, even if both headers
    // have its name.
    static bool begins_file(const read::FileChange& change)
    {
        if (change.hunks.size() != 1 || !change.hunks.front().stated)
            return false;
        const read::Hunk& hunk = change.hunks.front();
        return hunk.stated->before.start == 0
            && read::count_lines(hunk, read::Mark::added) == hunk.lines.size();
    }

    State remove(const NamedChange& named)
    {
        const auto& existing = current(named.key);
        if (!existing && tree[named.key].is_written)
            throw ToolError(Code::not_found,
                "cannot delete " + text::in_quotes(named.name)
                    + ": the patch itself takes it away before");
        if (!existing)
            return State::gone;
        if (named.change->removes_any_content) {
            reports.add(named, {Outcome::applied, {}, {}}).removed
                += text::split_lines(existing->text).size();
            write(named.key, {});
            return State::to_apply;
        }
        const Applied applied = apply(named, existing->text);
        if (!applied.text.empty())
            throw ToolError(Code::conflict,
                "cannot delete " + text::in_quotes(named.name)
                    + ": it has lines that the patch does not remove",
                named.change->hunks.empty()
                    ? "show all its lines with '-' in front, or remove it with fs_rm"
                    : "read it again: it has changed since the patch was made");
        write(named.key, {});
        reports.add(named, applied);
        return State::to_apply;
    }

    State rename_or_copy(const NamedChange& named)
    {
        const read::FileChange& change = *named.change;
        const bool is_copy = change.action == read::Action::copy;
        // A renamed or copied file is taken from before the patch; a file that the patch itself has
        // created is taken in its current state.
        const std::optional<Content> source = before_or_current(named.from_key);
        if (!source)
            return without_source(named);
        const bool was_there = tree[named.from_key].before.has_value();
        if (!is_copy && was_there && modified.contains(named.from_key))
            throw ToolError(Code::bad_patch,
                cannot_take(change, named.name) + "an earlier section of the patch changes it",
                "put both into one section");
        Applied applied = apply(named, source->text);
        if (is_copy && is_in_the_way(named.key) && current(named.key)->text == applied.text)
            return State::applied;
        check_target(named, applied);
        if (!is_copy && !was_there)
            reports.rename_created(named);
        reports.add(named, applied).mixes_encodings |= mixes_encodings(source->text, change.hunks);
        write(named.key, Content {std::move(applied.text), with_executable(source->mode, change)});
        if (!is_copy && (!was_there || !tree[named.from_key].is_written))
            write(named.from_key, {});
        return State::to_apply;
    }

    static std::string cannot_take(const read::FileChange& change, const std::string& name)
    {
        return (change.action == read::Action::copy ? "cannot copy " : "cannot rename ")
            + text::in_quotes(change.from) + " to " + text::in_quotes(name) + ": ";
    }

    // A rename that was made before has left its target, with the hunks applied.
    State without_source(const NamedChange& named)
    {
        const read::FileChange& change = *named.change;
        if (change.action == read::Action::copy || !is_in_the_way(named.key)
            || apply(named, current(named.key)->text).outcome != Outcome::already_applied)
            throw ToolError(
                Code::not_found, cannot_take(change, named.name) + "there is no such file");
        return change.hunks.empty() ? State::moved : State::applied;
    }

    void check_target(const NamedChange& named, const Applied& applied)
    {
        const read::FileChange& change = *named.change;
        if (is_in_the_way(named.key))
            throw ToolError(Code::already_exists,
                cannot_take(change, named.name) + text::in_quotes(named.name) + " exists already",
                "choose another name, or delete that file in an earlier section of the patch");
        if (!read::changes_nothing(change.hunks) && applied.outcome == Outcome::already_applied)
            throw ToolError(Code::conflict,
                cannot_take(change, named.name) + "its hunks are applied already",
                "send the section without its hunks");
    }

    // Maximum bytes of files that several sections read and write again; takes some seconds.
    static constexpr std::size_t max_reworked = 1 << 30;

    Tree& tree;
    std::size_t reworked = 0;
    std::set<std::string> leaving; // keys of files that the patch deletes or renames
    std::set<std::string> modified; // keys of files that an earlier section has changed in place
};

}

static std::string list(const std::vector<std::string>& names)
{
    static constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t index = 0; index < std::min(names.size(), most); ++index)
        text += (index == 0 ? "" : ", ") + text::in_quotes(names[index]);
    return names.size() <= most ? text
                                : text + " and " + std::to_string(names.size() - most) + " more";
}

Evaluation evaluate(const std::vector<NamedChange>& changes, Tree& tree)
{
    Evaluator evaluator(changes, tree);
    std::map<State, std::vector<std::string>> names;
    for (const auto& named : changes) {
        const State state = evaluator.evaluate(named);
        names[state].push_back(state == State::moved ? named.change->from : named.name);
    }
    const auto& applied = names[State::applied];
    const auto& open = names[State::to_apply];
    if (!names[State::gone].empty() && applied.empty())
        throw ToolError(Code::not_found,
            "cannot delete " + list(names[State::gone]) + ": there is no such file",
            "if it was deleted before, nothing is left to do for it: leave it out; else correct "
            "the name");
    if (!names[State::moved].empty() && applied.empty())
        throw ToolError(Code::not_found,
            "cannot rename " + list(names[State::moved])
                + ": there is no such file, and that the new name is taken does not show that it "
                  "has been renamed",
            "correct the name, or leave it out if it has been renamed already");
    if (!open.empty() && !applied.empty())
        throw ToolError(Code::conflict,
            "a part of the patch is applied already: " + list(applied)
                + " is as the patch wants it, " + list(open) + " is not",
            "send only the sections of the files that are not done");
    if (open.empty())
        return {{}, true};
    return {std::move(evaluator.reports).take(), false};
}

}
