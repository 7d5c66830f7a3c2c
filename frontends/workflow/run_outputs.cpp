#include "frontends/workflow/run_files.hpp"
#include "frontends/workflow/state.hpp"
#include "frontends/workflow/step_result.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/hash.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace frontends::workflow {

// Writes and reads values that are too large for a line of the journal.

Json RunDirectory::write_output(const Json& value, bool is_synchronised)
{
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    File output;
    std::string output_name;
    while (!output) {
        output_name = std::to_string(next_output++) + ".json";
        output = File(openat(outputs.descriptor(), output_name.c_str(),
            O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!output && errno != EEXIST)
            throw failed("cannot make an output");
    }
    try {
        system::write_whole(output, "outputs/" + output_name, text);
    } catch (const ToolError&) {
        unlinkat(outputs.descriptor(), output_name.c_str(), 0);
        throw;
    }
    if (is_synchronised) {
        if (fsync(output.descriptor()) != 0)
            throw failed("cannot write an output to the disk");
        system::synchronise_names(outputs, "cannot write the directory of the outputs");
    }
    return {{"file", output_name}, {"sha256", system::sha256(text)}};
}

static constexpr std::array<const char*, 3> large_members {"output", "stdout", "stderr"};

Json RunDirectory::with_outputs_apart(const Json& result, bool is_synchronised)
{
    Json small = result;
    for (const auto* member : large_members) {
        const Json& value = json::member(result, member);
        if (value.is_null()
            || value.dump(-1, ' ', false, Json::error_handler_t::replace).size()
                <= max_output_in_line)
            continue;
        small["files"][member] = write_output(value, is_synchronised);
        small.erase(member);
    }
    if (small.contains("files") && json::string_member(result, "status") == "failed")
        for (const auto& line : printed_tail(result, shown_lines_of_failure).lines)
            small["tail"].push_back(line); // for a person; a step that has failed is not restored
    return small;
}

// Restores the values in outputs/. Returns false if a file is not the one that was written.
bool RunDirectory::restore_outputs(Json& result) const
{
    const Json files = json::member(result, "files");
    if (!files.is_object())
        return true;
    for (const auto* member : large_members) {
        if (!files.contains(member))
            continue;
        const std::string file_name = json::string_member(files[member], "file");
        if (file_name.find('/') != std::string::npos)
            return false;
        const auto text = read_file(outputs, file_name, max_output_file, name);
        if (!text || system::sha256(*text) != json::string_member(files[member], "sha256"))
            return false;
        result[member] = json::parse_json(*text, {.max_values = max_output_file});
    }
    result.erase("files");
    return true;
}

}
