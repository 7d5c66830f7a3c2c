#include "toolkit/reading/request.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/file_form.hpp"

#include <algorithm>
#include <initializer_list>

namespace toolkit::reading {

using tool::at_least;
using tool::at_most_items;
using tool::ignored;
using tool::optional;
using tool::Parameter;

Parameter<Request> path_row()
{
    return tool::required_path(&Request::path, "")
        .alias("target_file")
        .alias("filename")
        .alias("absolute_path")
        .or_field("paths");
}

Parameter<Request> start_line_row(std::string_view description)
{
    return optional("startLine", &Request::start_line, description)
        .alias("line_start")
        .alias("from_line")
        .alias("line")
        .alias("start_line_one_indexed");
}

Parameter<Request> end_line_row(std::string_view description)
{
    return optional("endLine", &Request::end_line, description)
        .alias("line_end")
        .alias("to_line")
        .alias("end_line_one_indexed_inclusive")
        .alias("end_line_one_indexed");
}

Parameter<Request> line_numbers_row()
{
    return optional("lineNumbers", &Request::line_numbers, "Number each line")
        .alias("show_line_numbers")
        .alias("with_line_numbers")
        .alias("-n");
}

std::vector<Parameter<Request>> unlisted_rows()
{
    return {
        optional("paths", &Request::paths, "", at_most_items(100))
            .spelled_as_on_disk()
            .unlisted()
            .alias("files")
            .alias("file_paths"),
        optional("offset", &Request::offset).unlisted().alias("line_offset"),
        optional("limit", &Request::limit, "", at_least(1)).unlisted().alias("max_lines"),
        optional("head", &Request::head, "", at_least(1)).unlisted(),
        optional("tail", &Request::tail, "", at_least(1)).unlisted(),
        ignored<Request>("shouldReadEntireFile").alias("read_entire_file"),
    };
}

namespace {

// Translates a range that is given as a list of two numbers, under the names of other agents.
void translate_range(Json& request)
{
    for (const char* const name : {"view_range", "viewRange", "line_range", "lineRange"}) {
        const auto found = request.find(name);
        if (found == request.end() || !found->is_array() || found->size() != 2
            || request.contains("startLine") || request.contains("endLine"))
            continue;
        const Json range = *found;
        request.erase(name);
        request["startLine"] = range[0];
        request["endLine"] = range[1];
    }
}

// Translates files that are given as objects with a path and a range: a single one becomes the
// request itself; several become a list of paths if they name no lines.
void translate_files(Json& request)
{
    for (const char* const name : {"files", "operations"}) {
        const auto found = request.find(name);
        const auto has_path = [](const Json& file) {
            return file.is_object() && file.contains("path") && file.at("path").is_string();
        };
        if (found == request.end() || !found->is_array() || found->empty()
            || request.contains("path") || request.contains("paths")
            || !std::all_of(found->begin(), found->end(), has_path))
            continue;
        const Json files = *found;
        const bool names_lines = std::any_of(
            files.begin(), files.end(), [](const Json& file) { return file.size() > 1; });
        if (files.size() > 1 && names_lines)
            continue;
        request.erase(name);
        if (files.size() == 1)
            request.update(files.front());
        else
            for (const Json& file : files)
                request["paths"].push_back(file.at("path"));
    }
}

void translate_encoding(Json& request)
{
    const auto found = request.find("encoding");
    if (found == request.end() || !found->is_string())
        return;
    const std::string name = text::in_lower_case(found->get<std::string>());
    if (name == "utf-8" || name == "utf8")
        *found = "text";
    else if (name == "utf16" || name == "utf-16le" || name == "utf16le" || name == "utf-16be")
        *found = "utf-16";
    else if (text::is_name_of_windows_1252(name))
        *found = "latin1";
}

void remove(Json& request, const char* name, std::initializer_list<const char*> values)
{
    const auto found = request.find(name);
    if (found == request.end() || !found->is_string())
        return;
    for (const char* const value : values)
        if (text::is_equal_but_case(found->get_ref<const std::string&>(), value)) {
            request.erase(name);
            return;
        }
}

}

void translate(Json& request, const Json& /*maximums*/)
{
    translate_files(request);
    translate_range(request);
    translate_encoding(request);
    remove(request, "command", {"view", "read"});
    remove(request, "mode", {"slice", "line", "lines"});
}

}
