#include "parameters.hpp"

#include "toolkit/tool/answer_fields.hpp"

namespace fs_write_file {

using namespace toolkit::tool;

std::vector<Parameter<Request>> parameters()
{
    return {
        required_path(&Request::path, "").alias("target_file").alias("filepath").alias("filename"),
        required("content", &Request::content)
            .or_unlisted_base64("contentBase64", &Request::is_bytes)
            .alias("contents")
            .alias("file_text")
            .alias("file_content")
            .alias("text")
            .alias("new_str"),
        optional("encoding", &Request::encoding).unlisted(),
        optional("createModeOctal", &Request::create_mode_octal)
            .of_format(octal_mode_format)
            .unlisted(),
        optional("expectedSha256", &Request::expected_sha256).of_format(sha256_format).unlisted(),
        optional("createOnly", &Request::create_only, "Fail if the file exists"),
        optional("overwrite", &Request::overwrite).unlisted(),
        optional("makeParents", &Request::make_parents)
            .unlisted()
            .alias("createParents")
            .alias("createDirs")
            .alias("createDirectories"),
        optional("allowPlaceholders", &Request::allow_placeholders).unlisted(),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("command", &Request::command).alias("mode").unlisted(),
        optional("append", &Request::append).unlisted(),
        ignored<Request>("instruction").alias("instructions"),
        ignored<Request>("summary"),
        ignored<Request>("lineCount"),
    };
}

}
