#include "parameters.hpp"

#include <array>

namespace fs_edit {

using namespace toolkit;
using namespace toolkit::tool;

constexpr auto choices(MatchMode)
{
    return std::array {Choice {MatchMode::automatic, "auto"}, Choice {MatchMode::exact, "exact"},
        Choice {MatchMode::flexible, "flexible"}, Choice {MatchMode::regex, "regex"}};
}

// Of a request, and of each edit in a list.
template<class Owner>
static Parameter<Owner> old_string()
{
    return optional<Owner>("oldString", &Owner::old_string, "Must occur once")
        .alias("old_str")
        .alias("oldText")
        .alias("search")
        .alias("find");
}

template<class Owner>
static Parameter<Owner> new_string()
{
    return optional<Owner>("newString", &Owner::new_string)
        .alias("new_str")
        .alias("newText")
        .alias("replace")
        .alias("replacement")
        .alias("insert_text");
}

template<class Owner>
static Parameter<Owner> replace_all()
{
    return optional<Owner>("replaceAll", &Owner::replace_all).alias("allow_multiple");
}

template<class Owner>
static Parameter<Owner> expected_replacements()
{
    return optional<Owner>("expectedReplacements", &Owner::expected_replacements, {}, at_least(1))
        .unlisted();
}

template<class Owner>
static Parameter<Owner> insert_line(const char* description)
{
    return optional<Owner>("insertLine", &Owner::insert_line, description, at_least(0));
}

template<class Owner>
static Parameter<Owner> match()
{
    return optional<Owner>("match", &Owner::match, "regex: RE2, groups as \\1");
}

static std::vector<Parameter<Edit>> parameters_of_edit()
{
    Parameter<Edit> old_text = old_string<Edit>();
    old_text.field.description = {};
    return {
        old_text,
        new_string<Edit>(),
        replace_all<Edit>().unlisted(),
        insert_line<Edit>("").unlisted(),
        expected_replacements<Edit>(),
        match<Edit>().unlisted(),
        ignored<Edit>("instruction"),
    };
}

std::vector<Parameter<Request>> parameters()
{
    return {
        required_path(&Request::path, "").alias("target_file").alias("filepath"),
        old_string<Request>(),
        new_string<Request>(),
        replace_all<Request>(),
        insert_line<Request>("Insert after this line instead (0: at the beginning)")
            .hint_for(
                "line", "insertLine inserts after that line; to insert before line N, send N-1"),
        optional("edits", &Request::edits, parameters_of_edit(), "In order, all or none")
            .alias("replacements"),
        match<Request>(),
        expected_replacements<Request>(),
        optional("expectedSha256", &Request::expected_sha256).unlisted().of_format(sha256_format),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("diff", &Request::search_blocks).unlisted(),
        optional("command", &Request::command).unlisted(),
        optional("content", &Request::content).alias("file_text").alias("contents").unlisted(),
        optional("code", &Request::code).alias("code_edit").alias("changes").unlisted(),
        ignored<Request>("instruction"),
        ignored<Request>("instructions"),
        ignored<Request>("summary"),
        ignored<Request>("view_range"),
    };
}

}
