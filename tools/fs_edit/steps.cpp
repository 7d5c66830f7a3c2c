#include "steps.hpp"

#include "answer.hpp"
#include "search_blocks.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace fs_edit {

using namespace toolkit;

std::string name_of_step(std::size_t index, std::size_t count)
{
    return count == 1 ? ""
                      : "edit " + std::to_string(index + 1) + " of " + std::to_string(count) + ": ";
}

namespace {

// Accepts the commands of editor tools that replace or insert, and refuses the others with a hint.
void check_command(const Request& request)
{
    const std::string command = request.command.value_or("str_replace");
    const auto is = [&](std::string_view name) { return command == name; };
    if (is("str_replace") || is("replace") || is("edit") || (is("insert") && request.insert_line))
        return;
    if (is("insert"))
        throw ToolError(Code::bad_request, "the command 'insert' needs 'insertLine'",
            "the text is inserted after this line, counted from 1; 0: at the beginning");
    const std::string message = "fs_edit has no command " + text::in_quotes(command);
    if (is("view"))
        throw ToolError(Code::bad_request, message, for_other_tool("fs_read_lines", request));
    if (is("create") || is("write"))
        throw ToolError(Code::bad_request, message,
            for_other_tool("fs_write_file", request, "content",
                request.content.value_or(request.new_string.value_or(""))));
    if (is("append"))
        throw ToolError(Code::bad_request, message,
            for_other_tool("fs_append_file", request, "content",
                request.content.value_or(request.new_string.value_or(""))));
    throw ToolError(Code::bad_request, message,
        is("undo_edit") ? "to take an edit back, send it with 'oldString' and 'newString' exchanged"
                        : "leave out 'command', and send 'oldString' and 'newString'");
}

// Returns the edit in the request's own fields, followed by the edits of its list.
std::vector<Edit> edits_with_first(const Request& request)
{
    std::vector<Edit> edits {{request.old_string, request.new_string, request.replace_all,
        request.expected_replacements, request.insert_line, request.match}};
    const std::vector<Edit> others = edits_of(request);
    edits.insert(edits.end(), others.begin(), others.end());
    return edits;
}

// Refuses fields that belong to the tools of other agents, and contradictory ones.
void check_fields(const Request& request)
{
    check_command(request);
    if (request.content)
        throw ToolError(Code::bad_request, "fs_edit does not replace whole files",
            for_other_tool("fs_write_file", request, "content", *request.content));
    if (request.code)
        throw ToolError(Code::bad_request,
            "fs_edit replaces strings, and does not merge code in which parts are left out",
            "read the lines, and send the old ones as 'oldString' and the new ones as 'newString'; "
                + for_other_tool("fs_read_lines", request));
    const bool has_edit = request.old_string || request.new_string || request.insert_line;
    if (!request.edits.empty() && (has_edit || request.expected_replacements))
        throw ToolError(Code::bad_request,
            "the request has 'edits' and an edit beside them, whose order is not clear",
            "if that is the first one, " + with_edits(request, edits_with_first(request)));
    if (request.search_blocks && (has_edit || !request.edits.empty()))
        throw ToolError(Code::bad_request,
            "the request has 'diff' and edits beside it, whose order is not clear",
            "put all of them into 'edits'");
}

// Returns the error for a 'diff' without SEARCH/REPLACE blocks. The hint sends it to apply_patch as
// a unified diff; a diff without a header is taken as one of this file.
ToolError is_patch(const Request& request)
{
    const std::string& diff = *request.search_blocks;
    const bool is_hunk = diff.starts_with("@@");
    return {Code::bad_request, "'diff' has no SEARCH/REPLACE block, which fs_edit would take",
        as_patch(
            is_hunk ? "--- a/" + request.path + "\n+++ b/" + request.path + "\n" + diff : diff)};
}

std::vector<Edit> edits_of_blocks(const Request& request)
{
    if (!has_search_block(*request.search_blocks))
        throw is_patch(request);
    std::vector<Edit> edits;
    for (SearchBlock& block : parse_search_blocks(*request.search_blocks, request.path)) {
        Edit& edit = edits.emplace_back();
        edit.old_string = std::move(block.old_text);
        edit.new_string = std::move(block.new_text);
        edit.match = request.match;
    }
    return edits;
}

class Checker {
public:
    explicit Checker(const Request& request)
        : request(request)
        , edits(request.search_blocks ? edits_of_blocks(request) : edits_of(request))
    {
    }

    std::vector<Step> steps()
    {
        std::vector<Step> steps;
        for (at = 0; at < edits.size(); ++at)
            steps.push_back(edits[at].insert_line ? insertion(edits[at]) : replacement(edits[at]));
        return steps;
    }

private:
    ToolError bad(const std::string& message, const std::string& hint) const
    {
        return {Code::bad_request, name_of_step(at, edits.size()) + message, hint};
    }

    // Returns a hint with the request, in which this edit replaces the current one.
    std::string corrected(const Edit& edit) const
    {
        std::vector<Edit> all = edits;
        all[at] = edit;
        return with_edits(request, all);
    }

    Step insertion(const Edit& edit) const
    {
        Edit better = edit;
        better.old_string.reset();
        better.replace_all.reset();
        better.expected_replacements.reset();
        if (!edit.new_string)
            throw bad("'newString' is missing", "it is the text to insert");
        if (edit.old_string && !edit.old_string->empty())
            throw bad("'insertLine' inserts lines, and 'oldString' replaces a text",
                "leave out one of them");
        if (edit.new_string->empty()) {
            better.new_string = "\n";
            throw bad("'newString' is empty, and there is nothing to insert",
                "for an empty line, " + corrected(better));
        }
        return {{}, *edit.new_string, edit.match.value_or(MatchMode::automatic),
            Which::the_only_one, {}, edit.insert_line};
    }

    Step replacement(const Edit& edit) const
    {
        if (!edit.old_string)
            throw bad("'oldString' is missing",
                "send it with 'newString'; or 'insertLine' and 'newString' to insert lines; or "
                "'edits', a list of such objects");
        const bool is_empty_by_default = request.command == "str_replace";
        if (!edit.new_string && !is_empty_by_default)
            throw bad("'newString' is missing", "an empty one removes 'oldString'");
        const std::string new_text = edit.new_string.value_or("");
        const MatchMode mode = edit.match.value_or(MatchMode::automatic);
        if (*edit.old_string == new_text && mode != MatchMode::regex)
            throw bad("'oldString' and 'newString' are the same",
                "send what it is to become as 'newString'; if the file is right already, there is "
                "nothing to do");
        const bool are_several = edit.expected_replacements.value_or(1) > 1;
        if (are_several && edit.replace_all == false) {
            Edit better = edit;
            better.replace_all = true;
            throw bad("'expectedReplacements' is " + std::to_string(*edit.expected_replacements)
                    + ", and 'replaceAll' is false",
                "to replace all of them, " + corrected(better));
        }
        return {*edit.old_string, new_text, mode,
            edit.replace_all.value_or(are_several) ? Which::all : Which::the_only_one,
            edit.expected_replacements};
    }

    const Request& request;
    std::vector<Edit> edits;
    std::size_t at = 0;
};

}

std::vector<Step> steps_of(const Request& request)
{
    check_fields(request);
    return Checker(request).steps();
}

}
