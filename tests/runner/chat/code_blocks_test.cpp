#include "catch.hpp"

#include "frontends/chat/code_blocks.hpp"

using frontends::chat::code_blocks;

TEST_CASE("code blocks are what stands between fences")
{
    const auto [markdown, blocks] = GENERATE(table<std::string, std::vector<std::string>>({
        {"no code", {}},
        {"```\na\n\n b\n```\n", {"a\n\n b\n"}},
        {"```cpp\nint x;\n```\nand\n~~~\n```\n~~~\n", {"int x;\n", "```\n"}},
        {"````\n```\n```\n````", {"```\n```\n"}},
        {"it has no end:\n```sh\nls", {"ls\n"}},
        {"an item:\n  - x\n    ```py\n    if a:\n      b\n    ```\n", {"if a:\n  b\n"}},
        {"1. ```\n   c\n   ```\n", {"c\n"}},
        {"- ~~~ x\n  d\n  ~~~", {"d\n"}},
        {"``` inline ``` code\n", {}},
        {"``\nno\n``\n", {}},
        {"```\n```", {""}},
    }));
    CHECK(code_blocks(markdown) == blocks);
}
