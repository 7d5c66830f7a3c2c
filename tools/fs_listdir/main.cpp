#include "listing.hpp"

#include "toolkit/text/time_text.hpp"
#include "toolkit/tool/bytes_field.hpp"
#include "toolkit/tool/status_text.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_listdir {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string path = ".";
    bool recursive = false;
    std::vector<std::string> globs;
    bool include_hidden = false;
    std::int64_t max_results = 1000;
};

static Answer list_directory(const Request& request, const Workspace& workspace)
{
    const Listing listing = list(workspace,
        {.path = request.path,
            .depth = request.recursive ? Depth::all : Depth::one,
            .hidden = request.include_hidden ? Hidden::shown : Hidden::left_out,
            .globs = glob::Globs(request.globs),
            .max_results = static_cast<std::size_t>(request.max_results)});
    std::vector<Answer> entries;
    entries.reserve(listing.entries.size());
    for (const Entry& entry : listing.entries) {
        Answer row;
        put_path(row, entry.path);
        row["type"] = type_name(entry.status.st_mode);
        row["sizeBytes"] = entry.status.st_size;
        row["modeOctal"] = mode_octal(entry.status.st_mode);
        row["modTime"] = text::rfc3339(entry.status.st_mtim);
        entries.push_back(std::move(row));
    }
    Answer answer {{"entries", std::move(entries)}, {"truncated", listing.is_truncated}};
    if (listing.skipped > 0)
        answer["skipped"] = listing.skipped;
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_listdir",
    .summary = "List a directory; subdirectories come first.",
    .parameters = {
        optional_path(&Request::path, ""),
        optional("recursive", &Request::recursive, "Descend into subdirectories"),
        optional("globs", &Request::globs, "Globs to include, e.g. src/**/*.{c,h}; prefix ! to exclude"),
        optional("includeHidden", &Request::include_hidden, "Names that start with a dot"),
        optional("maxResults", &Request::max_results, "", between(1, 10000)).limited_by("max-results"),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .run = list_directory,
};

}

int main(int argc, char** argv) { return fs_listdir::tool.main(argc, argv); }
