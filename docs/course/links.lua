-- Makes links between chapters lead to pages; links into docs/ and the tree stay files. A picture that is a paragraph
-- becomes a figure, with its description as the caption.
function Link(link)
    local target = link.target
    if target:match("^%.%./%.%./[^.]") then
        link.target = "../../../docs/" .. target:sub(7)
    elseif not target:match("^%.%./%.%./") and not target:match("^%a+:") then
        link.target = target:gsub("README%.md", "index.html"):gsub("%.md", ".html")
    end
    return link
end

function Para(para)
    local image = para.content[1]
    if #para.content == 1 and image.t == "Image" then
        image.title = "fig:" .. image.title -- by which pandoc knows a figure
    end
    return para
end
