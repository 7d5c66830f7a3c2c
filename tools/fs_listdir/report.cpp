#include "report.hpp"

#include "toolkit/glob/patterns.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"
#include "toolkit/tool/failure.hpp"
#include "toolkit/workspace/meant_glob.hpp"

#include <fcntl.h>

#include <string>
#include <utility>

namespace fs_listdir {

using namespace toolkit;

namespace {

void add_bytes(json::ObjectText& fields, const std::string& name, const std::string& bytes)
{
    fields.add(name, text::printable(bytes));
    if (!text::is_utf8(bytes))
        fields.add(name + "Base64", text::base64_encode(bytes));
}

std::string short_form(const Name& name)
{
    std::string json;
    if (text::is_utf8(name.path)) {
        json::append_literal(json, name.is_directory ? name.path + "/" : name.path);
        return json;
    }
    json::ObjectText fields;
    add_bytes(fields, "path", name.path);
    return fields.take();
}

// Returns the entry with its details as JSON; empty if the entry no longer exists.
std::string details_of(const Name& name, const Workspace& workspace)
{
    const File entry = system::open_in(workspace.root(), name.path, O_PATH);
    if (!entry)
        return {};
    const struct stat status = system::status_of(entry, name.path);
    json::ObjectText fields;
    add_bytes(fields, "path", name.path);
    fields.add("type", tool::type_name(status.st_mode));
    fields.add("sizeBytes", std::int64_t {status.st_size});
    fields.add("modeOctal", tool::mode_octal(status.st_mode));
    fields.add("modTime", text::rfc3339(status.st_mtim));
    if (S_ISLNK(status.st_mode))
        if (const auto target = system::find_target_of(entry))
            add_bytes(fields, "linkTarget", *target);
    return fields.take();
}

bool lists_something(Request request, const Workspace& workspace)
{
    request.max_results = 1;
    return !list(workspace, wanted_of(request), request.surroundings).names.empty();
}

// Returns a note about the first symbolic link to a directory in which the request finds something,
// since links are not followed; empty if there is none.
std::string note_on_links(const Request& request, const Workspace& workspace)
{
    if (request.globs.empty() || request.depth == 1)
        return {};
    for (const std::string& link : workspace::linked_directories(workspace, request.path)) {
        Request other = request;
        other.path = link;
        if (lists_something(other, workspace))
            return with_request(
                "symbolic links are not followed; in " + text::in_quotes(link), other);
    }
    return {};
}

// If nothing was found, returns the reason and a request that finds something. Otherwise returns a
// note about ambiguous globs. Empty if there is nothing to say.
std::string note_on(const Listing& listing, const Request& request, const Workspace& workspace)
{
    if (!listing.names.empty() || listing.is_truncated || !request.cursor.empty())
        return workspace::note_on_literal_names();
    Request other = request;
    other.include_ignored = true;
    if (listing.ignored > 0 && lists_something(other, workspace))
        return with_request("ignore rules left out " + std::to_string(listing.ignored)
                + (listing.ignored == 1 ? " entry; with it" : " entries; with them"),
            other);
    other.include_ignored = request.include_ignored;
    other.include_hidden = true;
    if (listing.hidden > 0 && lists_something(other, workspace))
        return with_request("hidden entries were left out; with them", other);
    other.include_ignored = true;
    if (listing.hidden > 0 && listing.ignored > 0 && lists_something(other, workspace))
        return with_request("hidden and ignored entries were left out; with them", other);
    if (std::string unknown = glob::unknown_syntax_of(request.globs); !unknown.empty())
        return unknown;
    return note_on_links(request, workspace);
}

}

tool::AnswerText report(const Listing& listing, const Request& request, const Workspace& workspace)
{
    const bool is_long = has_details(request);
    const auto max_bytes = static_cast<std::size_t>(request.max_bytes);
    std::string rows = "[";
    const Name* last = nullptr;
    bool is_cut = listing.is_truncated;
    for (const Name& name : listing.names) {
        const std::string row = is_long ? details_of(name, workspace) : short_form(name);
        if (last != nullptr && rows.size() + row.size() > max_bytes) {
            is_cut = true;
            break;
        }
        last = &name;
        if (!row.empty())
            rows.append(rows.size() > 1 ? "," : "").append(row);
    }
    json::ObjectText fields;
    fields.add_json(is_long ? "entries" : "paths", rows + "]");
    fields.add_boolean("truncated", is_cut);
    if (is_cut && last != nullptr)
        fields.add("nextCursor", cursor_after(*last, number_of(request)));
    if (listing.skipped > 0)
        fields.add("skipped", listing.skipped);
    if (listing.ignored > 0)
        fields.add("ignored", listing.ignored);
    if (const std::string note = note_on(listing, request, workspace); !note.empty())
        fields.add("note", note);
    return tool::AnswerText(std::vector<std::string> {fields.take()});
}

}
