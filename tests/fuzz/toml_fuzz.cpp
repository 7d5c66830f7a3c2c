#include "fuzz.hpp"

#include "runner/clients/toml.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace toolkit;

// A configuration of Codex, which a clone may have brought: what is read is JSON that can be
// written, within the limits, and nothing but a ToolError is thrown.
void fuzz(std::string_view input)
{
    try {
        const Json document = runner::clients::toml_document(input);
        must(document.is_object());
        must(json::parse_bounded(document.dump(-1, ' ', true)) == document);
    } catch (const ToolError& error) {
        must(error.code == Code::bad_request);
    }
}
